import { sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField, Refusal } from "@/lib/base/errors";
import type { Tx } from "@/lib/db/client/client";
import { lockCards } from "@/lib/ledger/post/lock-cards";
import { moveOne } from "@/lib/ledger/post/move";
import { lockedOperation } from "@/lib/ledger/post/operation";
import {
  findOriginal,
  isRedemption,
  type Original,
  refundsAndReversalOf,
} from "@/lib/ledger/post/original";
import type { MovementPolicy, MovementResult, Transaction } from "@/lib/ledger/post/records";
import { MOVEMENT_POLICIES } from "./movements";

/** Names a transaction, or the Idempotency-Key of a request, whose response may have been lost. */
export type Reversal = {
  transactionId?: string | undefined;
  idempotencyKey?: string | undefined;
  note?: string | undefined;
  referenceId?: string | undefined;
};

export type ReversalResult =
  | (MovementResult & { outcome: "reversed"; reversedTransaction: Transaction })
  | { outcome: "nothing_to_reverse" };

const NOTHING_TO_REVERSE = { outcome: "nothing_to_reverse" } as const;
const NO_MOVEMENT_MESSAGE =
  "The request with this Idempotency-Key has no transaction to reverse. Look up the request's outcome.";

/**
 * Undoes a load or a redemption in full, once (design, section 11). If no request with `idempotencyKey` is
 * stored, it voids the key for 24 hours, so that a request that arrives later has no effect.
 * Refuses: not_found, not_reversible, already_reversed (with `reversalTransactionId`), card_not_active,
 * card_frozen, refund_exceeds_original (after a refund, with `refundableCents`), insufficient_balance,
 * balance_limit_exceeded, and invalid_request for the reversal's own key.
 */
export async function reverse(
  ctx: Ctx,
  { transactionId, idempotencyKey, ...remarks }: Reversal,
): Promise<ReversalResult> {
  requireScope(ctx, "money:write", "till:use");
  if (idempotencyKey !== undefined && idempotencyKey === ctx.idempotency?.key) {
    throw invalidField("idempotencyKey", "must differ from the reversal's own Idempotency-Key");
  }
  return await lockedOperation(
    ctx,
    (tx) => lockTarget(tx, ctx.merchantId, { transactionId, idempotencyKey }),
    async (tx, target) => {
      if (target === "unused") await voidKey(ctx, tx, idempotencyKey ?? "");
      if (target === "unused" || target === "no_effect") return NOTHING_TO_REVERSE;
      if (target === "no_movement")
        throw new Refusal("not_reversible", { message: NO_MOVEMENT_MESSAGE });
      return await reverseTransaction(ctx, tx, found(target), remarks);
    },
  );
}

async function reverseTransaction(
  ctx: Ctx,
  tx: Tx,
  original: Original,
  remarks: Pick<Reversal, "note" | "referenceId">,
): Promise<ReversalResult> {
  const policy = policyToReverse(original);
  const { id, cardId, amountCents } = original.transaction;
  // The card is locked: no other reversal can be written meanwhile.
  const later = await refundsAndReversalOf(tx, ctx.merchantId, id);
  const reversal = later.find(({ source }) => source === "reversal");
  if (reversal) {
    throw new Refusal("already_reversed", { extras: { reversalTransactionId: reversal.id } });
  }
  const moved = await moveOne(ctx, tx, {
    ...policy,
    ...remarks,
    cardId,
    amountCents,
    source: "reversal",
    originalTransactionId: id,
  });
  return { outcome: "reversed", ...moved, reversedTransaction: original.transaction };
}

/** The opposite movement on the same counter account. Refuses: not_reversible. */
function policyToReverse(original: Original): MovementPolicy {
  const { transaction, counterAccount } = original;
  // The balance of the shop's own card can't be changed from here.
  const isFromShop = transaction.source === "platform";
  if (isRedemption(original) && !isFromShop) return MOVEMENT_POLICIES.refund;
  const isReversal = transaction.source === "reversal";
  if (transaction.type === "load" && !isReversal && !isFromShop) {
    return { ...MOVEMENT_POLICIES.reversedLoad, counterAccount };
  }
  throw new Refusal("not_reversible");
}

/** What a request with a key did. "no_effect": it was refused or voided, or is a reversal of nothing. */
type Effect = { transactionId: string } | "unused" | "no_effect" | "no_movement";

/** Finds what to reverse, and locks its card. Null if there is no such transaction. */
async function lockTarget(
  tx: Tx,
  merchantId: string,
  { transactionId, idempotencyKey = "" }: Reversal,
): Promise<Original | Exclude<Effect, object> | null> {
  const effect = transactionId
    ? { transactionId }
    : await findEffect(tx, merchantId, idempotencyKey);
  if (typeof effect === "string") return effect;
  const original = await findOriginal(tx, merchantId, effect.transactionId);
  if (original) await lockCards(tx, [{ merchantId, cardId: original.transaction.cardId }]);
  return original;
}

async function findEffect(tx: Tx, merchantId: string, key: string): Promise<Effect> {
  const [stored] = await tx.execute<{ hadEffect: boolean; transactionId: string | null }>(sql`
    select answer -> 'transaction' ->> 'id' as "transactionId",
      coalesce(answer ->> 'refusal', answer ->> 'voided') is null
        and answer ->> 'outcome' is distinct from 'nothing_to_reverse' as "hadEffect"
    from find_answer(${merchantId}, ${key})`);
  if (!stored) return "unused";
  if (!stored.hadEffect) return "no_effect";
  return stored.transactionId ? { transactionId: stored.transactionId } : "no_movement";
}

const voidKey = ({ merchantId, idempotency, shape, requestId }: Ctx, tx: Tx, key: string) =>
  tx.execute(sql`select void_key(
    ${merchantId}, ${key}, ${idempotency?.path ?? null}, ${shape}, ${requestId})`);
