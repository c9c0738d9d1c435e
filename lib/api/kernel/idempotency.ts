import { IDEMPOTENCY_KEY } from "@/lib/api/contract/fields";
import { keyedHash, sha256 } from "@/lib/base/config/secrets";
import type { Principal } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { headerOf } from "@/lib/base/request-headers";
import { tillKeyOf } from "@/lib/domain/till/outcomes";
import type { Asker } from "./principals";

/**
 * The Idempotency-Key of a POST request with a fingerprint of the request and the consumer, so that a
 * stored response is never replayed to another consumer. replay_answer() in lib/ledger compares it with the
 * stored one; another request is refused with idempotency_key_reused. `keyNumber` selects the key of the
 * hashes: 0 is ENCRYPTION_KEY, and the others are former keys. Refuses: invalid_request.
 */
export function idempotencyOf(
  request: Request,
  path: string,
  body: unknown,
  { principal, consumer }: Asker,
  keyNumber = 0,
) {
  const key = headerOf(request.headers, "idempotency-key");
  if (key === null || request.method !== "POST") return null;
  if (!IDEMPOTENCY_KEY.pattern.test(key)) {
    throw invalidField("Idempotency-Key", IDEMPOTENCY_KEY.error);
  }
  const identity = JSON.stringify([request.method, path, body, ...(consumer ? [consumer.id] : [])]);
  const fingerprint = keyedHash("idempotency", identity, keyNumber);
  return {
    key: storedKeyOf(principal, key),
    fingerprint,
    path,
    keyNumber,
  };
}

function storedKeyOf({ kind, actor }: Principal, key: string): string {
  if (kind === "customer") return consumerKeyOf(actor, key);
  return kind === "till" ? tillKeyOf(key) : key;
}

/**
 * A consumer's key, prefixed so that it can't equal a key of the store, and hashed for its length. Without a
 * key of ours: a retry after ENCRYPTION_KEY was changed must find the stored response.
 */
const consumerKeyOf = (actor: string, key: string): string =>
  `${actor} ${sha256(key).toString("base64url")}`;
