import { type Ctx, requireScope } from "@/lib/base/context";
import { notFound, Refusal } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { move } from "@/lib/ledger/post/move";
import { operation } from "@/lib/ledger/post/operation";
import { findOriginal, isRedemption } from "@/lib/ledger/post/original";
import { isSameCard } from "./find";
import { type CardMovement, MOVEMENT_POLICIES } from "./movements";

type Credit = CardMovement & {
  /** Default: a refund if there is an original, otherwise a top-up. */
  source?: "refund" | "top_up" | undefined;
  /** The redemption to refund. */
  originalTransactionId?: string | undefined;
};

/**
 * Adds `amountCents` (minor units) to an active card: a refund or a top-up (spec, Cards). After a top-up, an
 * expired card is valid again.
 * Refuses: not_found (also the original), card_not_active, balance_limit_exceeded, not_refundable, and
 * refund_exceeds_original (with `refundableCents`).
 */
export async function credit(ctx: Ctx, { originalTransactionId: original, ...movement }: Credit) {
  requireScope(ctx, "money:write", "till:use");
  if (original === undefined) {
    const { refund, topUp } = MOVEMENT_POLICIES;
    return await move(ctx, { ...(movement.source === "refund" ? refund : topUp), ...movement });
  }
  const refusal = await refundRefusal(ctx.merchantId, movement.cardId, original);
  // In an operation, so that the refusal counts against the limit and is stored.
  if (refusal) return await operation(ctx, () => Promise.reject(refusal));
  const refund = { ...MOVEMENT_POLICIES.refund, source: "refund", originalTransactionId: original };
  return await move(ctx, { ...refund, ...movement });
}

/** Why a transaction is no redemption of this card, or of one that it replaced; null if it is one. */
async function refundRefusal(merchantId: string, cardId: string, transactionId: string) {
  const original = await findOriginal(db(), merchantId, transactionId);
  if (!original || !(await isSameCard(merchantId, original.transaction.cardId, cardId))) {
    return notFound("No redemption of this card found with this ID.");
  }
  return isRedemption(original) ? null : new Refusal("not_refundable");
}
