import type { Consumer } from "../context";
import { invalid } from "../errors";
import { keyedHash } from "../secrets";

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/**
 * The caller's Idempotency-Key with a fingerprint of what it stands for, and for whom: a kept answer
 * is never another consumer's. Refuses: invalid_request.
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

/** A consumer's key among those of a store's own callers, none of which it can be. */
export const ownKeyOf = (actor: string, key: string): string =>
  `${actor} ${keyedHash("idempotency-key", key).toString("base64url")}`;
