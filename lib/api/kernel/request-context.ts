import { hasFormerKeys } from "@/lib/base/config/secrets";
import type { Ctx, ReplyFacts } from "@/lib/base/context";
import { isRefusal } from "@/lib/base/errors";
import { headerOf } from "@/lib/base/request-headers";
import { type LimitName, limitsFor } from "@/lib/domain/limits/rate-limits";
import { idempotencyOf } from "./idempotency";
import { languageIn } from "./language-cookie";
import { type Asker, addressOf } from "./principals";

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
