import { eq } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField, notFound, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { onlyRow, pg, type Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { newCodeColumns, storeCodeHmacs, unsealCode } from "@/lib/domain/cards/code";
import { credit } from "@/lib/domain/cards/credit";
import { findCardByCode } from "@/lib/domain/cards/find";
import { limitCardCodes } from "@/lib/domain/cards/limit-codes";
import { load } from "@/lib/domain/cards/load";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { reverse } from "@/lib/domain/cards/reverse";
import { spend } from "@/lib/domain/cards/spend";
import { moveOne } from "@/lib/ledger/post/move";
import { operation, storedResponse } from "@/lib/ledger/post/operation";
import type { Card, Transaction } from "@/lib/ledger/post/records";
import {
  isReceiptNumber,
  type Receipt,
  readReceipt,
  readTillCard,
  receiptsOfCard,
  type TillCard,
} from "./receipts";

/** What every operation at the till returns. */
export type Receipted = { receipt: Receipt; card: TillCard };

type Moved = { card: Pick<Card, "id">; transaction: Pick<Transaction, "id"> };

/**
 * Runs an operation, which needs an Idempotency-Key and a receipt number of its own, and returns its receipt, new or
 * replayed, with the card as it is now. Refuses: invalid_request.
 */
async function operate(
  ctx: Ctx,
  receiptNumber: string,
  work: () => Promise<Moved>,
): Promise<Receipted> {
  requireScope(ctx, "till:use");
  const { merchantId, idempotency } = ctx;
  if (!idempotency) throw invalidField("Idempotency-Key", "is required at a till");
  if ((await isReceiptNumber(ctx, receiptNumber)) && !(await storedResponse(ctx))) {
    throw invalidField("receiptNumber", "is already the number of another receipt");
  }
  const { card, transaction } = await work();
  const [receipt, tillCard] = await Promise.all([
    readReceipt(merchantId, transaction.id),
    readTillCard(merchantId, card.id),
  ]);
  return { receipt, card: tillCard };
}

/** A card with its newest movements. Refuses: not_found. */
export async function readCardAtTill({ merchantId }: Ctx, { uuid }: { uuid: string }) {
  const [card, receipts] = await Promise.all([
    readTillCard(merchantId, uuid),
    receiptsOfCard(merchantId, uuid),
  ]);
  return { card, receipts };
}

/** Finds a card by its code, as `parseStoreCode` returns it. Refuses: not_found, rate_limited (wrong codes). */
export async function findCardAtTill(ctx: Ctx, { code }: { code: string }) {
  const { id } = await limitCardCodes(ctx, async () => {
    const card = await findCardByCode(ctx.merchantId, storeCodeHmacs(ctx.merchantId, code));
    if (!card) throw notFound("No card has this code.");
    return card;
  });
  return await readCardAtTill(ctx, { uuid: id });
}

/** The receipt's number is kept as the transaction's reference. Amounts are in minor units. */
type OnCard = { uuid: string; amountCents: number; receiptNumber: string };

/** Activates an inactive card with the amount, or tops up an active one. Refuses what load() does. */
export const loadAtTill = (ctx: Ctx, { uuid, amountCents, receiptNumber }: OnCard) =>
  operate(ctx, receiptNumber, () =>
    load(ctx, { cardId: uuid, amountCents, referenceId: receiptNumber }),
  );

/** Redeems the amount, or what the card has if that is less. Refuses what spend() does. */
export const redeemAtTill = (ctx: Ctx, { uuid, amountCents, receiptNumber }: OnCard) =>
  operate(ctx, receiptNumber, () =>
    spend(ctx, { cardId: uuid, amountCents, allowPartial: true, referenceId: receiptNumber }),
  );

type Refund = OnCard & { transactionId: string };

/** Refunds a redemption, in full or in part. Refuses what credit() does. */
export const refundAtTill = (ctx: Ctx, refund: Refund) => {
  const { uuid, amountCents, receiptNumber, transactionId } = refund;
  return operate(ctx, receiptNumber, () =>
    credit(ctx, {
      cardId: uuid,
      amountCents,
      originalTransactionId: transactionId,
      referenceId: receiptNumber,
    }),
  );
};

type Reversal = { transactionId: string; receiptNumber: string };

/**
 * Reverses in full what a till of the store did in the last 24 hours. Refuses: not_reversible (anything else), and what
 * reverse() does.
 */
export const reverseAtTill = (ctx: Ctx, { transactionId, receiptNumber }: Reversal) =>
  operate(ctx, receiptNumber, async () => {
    const refusal = await reversalRefusal(ctx, transactionId);
    // In an operation, so that the refusal counts against the limit and is stored.
    if (refusal) return await operation(ctx, () => Promise.reject(refusal));
    const result = await reverse(ctx, { transactionId, referenceId: receiptNumber });
    return found(result.outcome === "reversed" ? result : null);
  });

const NOT_OF_A_TILL = {
  message: "Only till transactions of the last 24 hours can be reversed. Refund it instead.",
};

async function reversalRefusal({ merchantId }: Ctx, transactionId: string) {
  const rows = await pg()<{ isRecent: boolean }[]>`
    select m.transaction_id is not null and t.created_at > now() - interval '24 hours' as "isRecent"
    from transactions t left join till_movements m
      on m.merchant_id = t.merchant_id and m.transaction_id = t.id
    where t.merchant_id = ${merchantId} and t.id = ${transactionId}`;
  // Unknown ones are reverse()'s to refuse.
  return (rows[0]?.isRecent ?? true) ? null : new Refusal("not_reversible", NOT_OF_A_TILL);
}

type Sale = { amountCents: number; email?: string | undefined; receiptNumber: string };

/**
 * Sells a new digital card in the store's currency: creates and activates it in one commit. With `email`, it is the
 * customer's, who gets a link to it. The receipt has its code. Refuses what activate() does.
 */
export async function sellAtTill(ctx: Ctx, sale: Sale): Promise<Receipted> {
  const { merchantId } = ctx;
  const { amountCents, email, receiptNumber } = sale;
  const limited = { ...ctx, limits: [...ctx.limits, ...ctx.activationLimits] };
  let code = "";
  const sold = await operate(ctx, receiptNumber, async () => {
    const moved = await operation(limited, async (tx) => {
      const id = newId();
      const currency = await currencyOf(tx, merchantId);
      const card = { merchantId, id, currency, cardType: "digital", status: "inactive" } as const;
      await tx.insert(cards).values({ ...card, ...newCodeColumns(merchantId, id) });
      const details = { currency, cardType: "digital", ownerEmail: email };
      await audit(tx, authorOf(ctx), { action: "card.created", subjectId: id, details });
      return await moveOne(ctx, tx, {
        ...MOVEMENT_POLICIES.activation,
        cardId: id,
        amountCents,
        ownerEmail: email,
        referenceId: receiptNumber,
      });
    });
    code = unsealCode(moved.card);
    return moved;
  });
  return { ...sold, receipt: { ...sold.receipt, code } };
}

const currencyOf = async (tx: Tx, merchantId: string): Promise<string> =>
  onlyRow(
    await tx
      .select({ currency: merchants.currency })
      .from(merchants)
      .where(eq(merchants.id, merchantId)),
  ).currency;
