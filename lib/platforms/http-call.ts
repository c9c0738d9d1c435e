import { type Dispatcher, request } from "undici";
import { ATTEMPT_TIMEOUT_MS } from "../webhooks/delivery-policy";
import { errorMessage } from "../webhooks/error-message";
import { isPlatformError, PlatformError } from "./adapter";

// Generous: a page of 50 cards is about 20 KB.
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_REASON_CHARS = 300;

export type HttpResponse = { status: number; headers: Headers; text: string };

type Call = { headers: Record<string, string>; body: string };

const unreachableError = (reason: string) => new PlatformError("unreachable", reason);

/** Posts to a shop, without redirects. Throws PlatformError (unreachable) if there is no response within 10 seconds. */
export async function httpCall(agent: Dispatcher, url: string, call: Call): Promise<HttpResponse> {
  const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  try {
    const answer = await request(url, { method: "POST", ...call, dispatcher: agent, signal });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    return { status: answer.statusCode, headers, text: await readAll(answer.body) };
  } catch (error) {
    if (isPlatformError(error)) throw error;
    throw unreachableError(errorMessage(error, signal.aborted));
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
      throw unreachableError("The response is too large.");
    }
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Parses JSON. Returns undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const unreadableError = () => unreachableError("The shop's response couldn't be read.");

/** The pause requested by Retry-After, in ms, at most an hour. */
export function retryAfterMs(headers: Headers, otherwiseMs: number): number {
  const asked = headers.get("retry-after")?.trim() ?? "";
  const waitMs = /^\d+(\.\d+)?$/.test(asked)
    ? Number(asked) * 1_000
    : Date.parse(asked) - Date.now();
  return Number.isNaN(waitMs) ? otherwiseMs : Math.min(Math.max(waitMs, 0), 3_600_000);
}

/** Shortens a shop's message to one line without these secrets, so that it can be stored and shown. */
export function redactedLine(message: string, secrets: readonly string[]): string {
  const line = secrets
    .filter((secret) => secret !== "")
    .reduce((text, secret) => text.replace(secretPattern(secret), "…"), message)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length > MAX_REASON_CHARS ? `${line.slice(0, MAX_REASON_CHARS)}…` : line;
}

/** Matches a secret in any case and grouping, because a shop may show a code in groups of 4. */
const secretPattern = (secret: string): RegExp =>
  new RegExp([...secret].map((sign) => sign.replace(/\W/, "\\$&")).join("[\\s-]*"), "gi");
