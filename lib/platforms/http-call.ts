import { type Dispatcher, request } from "undici";
import { explain } from "../webhooks/explain";
import { ATTEMPT_TIMEOUT_MS } from "../webhooks/schedule";
import { PlatformError } from "./adapter";

// A page of fifty cards is some 20 KB.
const MAX_ANSWER_BYTES = 1024 * 1024;
const LONGEST_REASON_CHARS = 300;

/** What a platform answered; `text` is its whole body. */
export type Answered = { status: number; headers: Headers; text: string };

type Call = { headers: Record<string, string>; body: string };

const unreachable = (reason: string) => new PlatformError("unreachable", reason);

/**
 * Posts to a platform and reads its whole answer, within the ten seconds that a webhook's receiver
 * has, too; redirects are not followed. Throws PlatformError (unreachable) for anything but an answer.
 */
export async function exchange(agent: Dispatcher, url: string, call: Call): Promise<Answered> {
  const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  try {
    const answer = await request(url, { method: "POST", ...call, dispatcher: agent, signal });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    return { status: answer.statusCode, headers, text: await readAll(answer.body) };
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    throw unreachable(explain(error, signal.aborted));
  }
}

async function readAll(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) {
      body.destroy();
      throw unreachable("The answer is larger than any that was asked for.");
    }
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** How long an answer asks to wait, in ms: the seconds or the date of its Retry-After, at most an hour. */
export function retryAfterMs(headers: Headers, otherwiseMs: number): number {
  const told = headers.get("retry-after")?.trim() ?? "";
  const waitMs = /^\d+(\.\d+)?$/.test(told) ? Number(told) * 1_000 : Date.parse(told) - Date.now();
  return Number.isNaN(waitMs) ? otherwiseMs : Math.min(Math.max(waitMs, 0), 3_600_000);
}

/** What a platform said, as a reason that may be stored and shown: short, one line, without these secrets. */
export function quotable(said: string, secrets: readonly string[]): string {
  const line = secrets
    .filter((secret) => secret !== "")
    .reduce((text, secret) => text.replace(spelled(secret), "…"), said)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length > LONGEST_REASON_CHARS ? `${line.slice(0, LONGEST_REASON_CHARS)}…` : line;
}

/** A secret, however it is spelled: a shop may show a code in fours, or in small letters. */
const spelled = (secret: string): RegExp =>
  new RegExp([...secret].map((sign) => sign.replace(/\W/, "\\$&")).join("[\\s-]*"), "gi");
