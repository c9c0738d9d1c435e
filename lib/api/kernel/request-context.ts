import { IDEMPOTENCY_KEY } from "@/lib/api/contract/fields";
import { hasFormerKeys, keyedHash, sha256 } from "@/lib/base/config/secrets";
import type { Ctx, Principal, ReplyFacts } from "@/lib/base/context";
import { invalidField, isRefusal } from "@/lib/base/errors";
import { headerOf } from "@/lib/base/request-headers";
import { type LimitName, limitsFor } from "@/lib/domain/limits/rate-limits";
import { tillKeyOf } from "@/lib/domain/till/outcomes";
import { languageIn } from "./language-cookie";
import { type Asker, addressOf } from "./principals";
import { signInBrowserIn } from "./sessions";

type Limits = { limit?: LimitName; limitOnActivation?: LimitName };
/** A request with its canonical path and its parsed body, which identify it under an Idempotency-Key. */
type Parsed = { request: Request; path: string; body: unknown };

/** The context of an authenticated and parsed request. Refuses: invalid_request (the Idempotency-Key). */
export function contextOf(
  { limit, limitOnActivation }: Limits,
  { request, path, body }: Parsed,
  asker: Asker,
  facts: ReplyFacts,
): Ctx {
  const { principal, consumer } = asker;
  return {
    merchantId: principal.merchantId,
    principal,
    consumer,
    requestId: facts.requestId,
    address: addressOf(request),
    userAgent: headerOf(request.headers, "user-agent"),
    language: principal.kind === "key" ? null : languageIn(request.headers),
    signInBrowser: principal.kind === "key" ? null : signInBrowserIn(request.headers),
    shape: facts.shape,
    idempotency: idempotencyOf(request, path, body, asker),
    limits: limitsFor(principal, limit),
    activationLimits: limitsFor(principal, limitOnActivation),
    reply: facts,
  };
}

/**
 * The context of a request whose Idempotency-Key was used for another request, or for this one before
 * ENCRYPTION_KEY was changed: with the fingerprint under the first former key. Rethrows anything else.
 */
export function contextUnderFormerKey(
  thrown: unknown,
  { request, path, body }: Parsed,
  asker: Asker,
  ctx: Ctx,
): Ctx {
  const isReused = isRefusal(thrown) && thrown.code === "idempotency_key_reused";
  if (!isReused || !hasFormerKeys()) throw thrown;
  return { ...ctx, idempotency: idempotencyOf(request, path, body, asker, 1) };
}

/**
 * The Idempotency-Key of a POST request with a fingerprint of the request and the consumer, so that a
 * stored response is never replayed to another consumer. replay_answer() in lib/ledger compares it with the
 * stored one; another request is refused with idempotency_key_reused. `keyNumber` selects the key of the
 * hashes: 0 is ENCRYPTION_KEY, and the others are former keys. Refuses: invalid_request.
 */
function idempotencyOf(
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
