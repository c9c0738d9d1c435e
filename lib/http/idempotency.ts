import { invalidField } from "../errors";
import { keyedHash } from "../secrets";
import type { Asker } from "./principals";

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/**
 * The Idempotency-Key of a POST request with a fingerprint of the request and the consumer, so that a
 * stored response is never replayed to another consumer. replay_answer() in lib/ledger compares it with the
 * stored one; another request is refused with idempotency_key_reused. Refuses: invalid_request.
 */
export function idempotencyOf(
  request: Request,
  path: string,
  body: unknown,
  { principal, consumer }: Asker,
) {
  const key = request.headers.get("idempotency-key");
  if (key === null || request.method !== "POST") return null;
  if (!VISIBLE_ASCII.test(key)) {
    throw invalidField("Idempotency-Key", "must be 1 to 255 visible ASCII characters");
  }
  const identity = JSON.stringify([request.method, path, body, ...(consumer ? [consumer.id] : [])]);
  const fingerprint = keyedHash("idempotency", identity);
  return {
    key: principal.kind === "consumer" ? consumerKeyOf(principal.actor, key) : key,
    fingerprint,
  };
}

/** A consumer's key, prefixed so that it can't equal a key of the store. */
const consumerKeyOf = (actor: string, key: string): string =>
  `${actor} ${keyedHash("idempotency-key", key).toString("base64url")}`;
