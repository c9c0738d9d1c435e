import { ApiError } from "@/components/api";

const answerTimeoutMs = 20_000;

/** Changes the fields given of what stands at `path`. Refusals are thrown as ApiError. */
export const patch = <Reply>(path: string, body: object) =>
  send<Reply>(path, {
    method: "PATCH",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });

/** Deletes what stands at `path`. Refusals are thrown as ApiError. */
export const remove = (path: string) => send<unknown>(path, { method: "DELETE" });

async function send<Reply>(path: string, init: RequestInit): Promise<Reply> {
  const answer = await fetch(path, {
    ...init,
    signal: AbortSignal.timeout(answerTimeoutMs),
    cache: "no-store",
  }).catch(() => null);
  if (!answer) {
    throw new ApiError({
      status: 0,
      code: "unreachable",
      message: "Scrip can't be reached. Check the connection, then try again.",
    });
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body as Reply;
  throw new ApiError({
    code: "internal_error",
    message: `The server answered ${answer.status} without saying why.`,
    ...body,
    status: answer.status,
  });
}
