import { eq } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import { newCodeColumns, storeCodeHmacs, unsealCode } from "../cards/code";
import { findCardByCode } from "../cards/find";
import { credit, load, MOVEMENT_POLICIES, spend } from "../cards/movements";
import { reverse } from "../cards/reverse";
import type { Ctx } from "../context";
import { onlyRow, type Tx } from "../db/client";
import { cards } from "../db/schema/cards";
import { merchants } from "../db/schema/merchants";
import { found, notFound } from "../errors";
import { newId } from "../ids";
import { moveOne } from "../ledger/move";
import { operation } from "../ledger/operation";
import type { Card, Transaction } from "../ledger/records";
import { limitWrongGuesses } from "../limits/attempt-limits";
import { type Receipt, readReceipt, readTillCard, receiptsOfCard, type TillCard } from "./receipts";

/** What every operation at the till returns. */
export type Receipted = { receipt: Receipt; card: TillCard };

type Moved = { card: Pick<Card, "id">; transaction: Pick<Transaction, "id"> };

/** The receipt of a movement, new or replayed, and the card as it is now. */
async function withReceipt({ merchantId }: Ctx, { card, transaction }: Moved): Promise<Receipted> {
  const [receipt, shown] = await Promise.all([
    readReceipt(merchantId, transaction.id),
    readTillCard(merchantId, card.id),
  ]);
  return { receipt, card: shown };
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
  const { id } = await limitWrongGuesses(["lookup-code", ctx.principal.actor], async () => {
    const card = await findCardByCode(ctx.merchantId, storeCodeHmacs(ctx.merchantId, code));
    if (!card) throw notFound("No card has this code.");
    return card;
  });
  return await readCardAtTill(ctx, { uuid: id });
}

/** The receipt's number is kept as the transaction's reference. Amounts are in minor units. */
type OnCard = { uuid: string; amountCents: number; receiptNumber: string };

/** Activates an inactive card with the amount, or tops up an active one. Refuses what load() does. */
export const loadAtTill = async (ctx: Ctx, { uuid, amountCents, receiptNumber }: OnCard) =>
  withReceipt(ctx, await load(ctx, { cardId: uuid, amountCents, referenceId: receiptNumber }));

/** Redeems the amount, or what the card has if that is less. Refuses what spend() does. */
export const redeemAtTill = async (ctx: Ctx, { uuid, amountCents, receiptNumber }: OnCard) =>
  withReceipt(
    ctx,
    await spend(ctx, {
      ...{ cardId: uuid, amountCents, allowPartial: true },
      referenceId: receiptNumber,
    }),
  );

type Refund = OnCard & { transactionId: string };

/** Gives back a redemption, in full or in part. Refuses what credit() does. */
export const refundAtTill = async (
  ctx: Ctx,
  { uuid, amountCents, receiptNumber, transactionId }: Refund,
) =>
  withReceipt(
    ctx,
    await credit(ctx, {
      ...{ cardId: uuid, amountCents, originalTransactionId: transactionId },
      referenceId: receiptNumber,
    }),
  );

/** Undoes a movement in full, once. Refuses what reverse() does. */
export async function reverseAtTill(
  ctx: Ctx,
  { transactionId, receiptNumber }: { transactionId: string; receiptNumber: string },
): Promise<Receipted> {
  const result = await reverse(ctx, { transactionId, referenceId: receiptNumber });
  return await withReceipt(ctx, found(result.outcome === "reversed" ? result : null));
}

type Sale = {
  amountCents: number;
  /** The store's if omitted. */
  currency?: string | undefined;
  email?: string | undefined;
  receiptNumber: string;
};

/**
 * Sells a new digital card: creates and activates it in one commit. With `email`, it is the customer's, who gets
 * a link to it. The receipt has its code. Refuses what activate() does.
 */
export async function sellAtTill(ctx: Ctx, sale: Sale): Promise<Receipted> {
  const { merchantId } = ctx;
  const { amountCents, email, receiptNumber } = sale;
  const sold = await operation(ctx, async (tx) => {
    const id = newId();
    const currency = sale.currency ?? (await currencyOf(tx, merchantId));
    const inactive = { merchantId, id, currency, cardType: "digital", status: "inactive" } as const;
    await tx.insert(cards).values({ ...inactive, ...newCodeColumns(merchantId, id) });
    const details = { currency, cardType: "digital", ownerEmail: email };
    await audit(tx, authorOf(ctx), { action: "card.created", subjectId: id, details });
    return await moveOne(ctx, tx, {
      ...MOVEMENT_POLICIES.activation,
      ...{ cardId: id, amountCents, ownerEmail: email, referenceId: receiptNumber },
    });
  });
  const { receipt, card } = await withReceipt(ctx, sold);
  return { card, receipt: { ...receipt, code: unsealCode(sold.card) } };
}

const currencyOf = async (tx: Tx, merchantId: string): Promise<string> =>
  onlyRow(
    await tx
      .select({ currency: merchants.currency })
      .from(merchants)
      .where(eq(merchants.id, merchantId)),
  ).currency;
