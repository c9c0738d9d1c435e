import type { Consumer } from "../context";
import { invalid } from "../errors";
import { keyedHash } from "../secrets";

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/**
 * The request's Idempotency-Key with a fingerprint of the request and the consumer, so that a stored
 * response is never replayed to another consumer. Refuses: invalid_request.
 */
export function idempotencyOf(
  request: Request,
  path: string,
  body: unknown,
  consumer: Consumer | null,
) {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (!VISIBLE_ASCII.test(key)) {
    throw invalid("Idempotency-Key", "must be 1 to 255 visible ASCII characters");
  }
  const identity = JSON.stringify([request.method, path, body, ...(consumer ? [consumer.id] : [])]);
  return { key, fingerprint: keyedHash("idempotency", identity) };
}

/** A consumer's key, prefixed so that it can't equal a key of the store. */
export const ownKeyOf = (actor: string, key: string): string =>
  `${actor} ${keyedHash("idempotency-key", key).toString("base64url")}`;
