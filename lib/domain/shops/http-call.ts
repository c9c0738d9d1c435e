import type { IncomingMessage } from "node:http";
import { ATTEMPT_TIMEOUT_MS } from "@/lib/domain/webhooks/delivery-policy";
import { errorMessage } from "@/lib/domain/webhooks/error-message";
import {
  type OutboundAgent,
  parseRetryAfterMs,
  sendOutbound,
} from "@/lib/domain/webhooks/outbound";
import { isPlatformError, PlatformError } from "./adapter";

// Generous: a page of 50 cards is about 20 KB.
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_REASON_CHARS = 300;

export type HttpResponse = { status: number; headers: Headers; text: string };

type Call = { headers: Record<string, string>; body: string };

const unreachableError = (reason: string) => new PlatformError("unreachable", reason);

/** Posts to a shop, without redirects. Throws PlatformError (unreachable) if there is no response within 10 seconds. */
export async function httpCall(
  agent: OutboundAgent,
  url: string,
  call: Call,
): Promise<HttpResponse> {
  const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  try {
    const response = await sendOutbound(agent, url, { method: "POST", ...call, signal });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
    return { status: response.statusCode ?? 0, headers, text: await readAll(response) };
  } catch (error) {
    if (isPlatformError(error)) throw error;
    throw unreachableError(errorMessage(error, signal.aborted));
  }
}

async function readAll(body: IncomingMessage): Promise<string> {
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
export const retryAfterMs = (headers: Headers, otherwiseMs: number): number =>
  parseRetryAfterMs(headers.get("retry-after")) ?? otherwiseMs;

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
