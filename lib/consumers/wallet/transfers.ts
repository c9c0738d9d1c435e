import { and, eq, inArray } from "drizzle-orm";
import { codeHmacs, parseStoreCode, storeCodeHmacs } from "../../cards/code";
import { type Ctx, contextAtStore } from "../../context";
import { db } from "../../db/client";
import { cards } from "../../db/schema/cards";
import { merchants } from "../../db/schema/merchants";
import { transferAgreements } from "../../db/schema/transfers";
import { Refusal } from "../../errors";
import { quoteRate } from "../../fx/quote";
import { giveBackAttempt, takeAttempt } from "../../limits/attempt-limits";
import { isActiveBetween, readSides } from "../../transfers/agreements/agreement";
import { checkLimits, countTransfer } from "../../transfers/agreements/limits";
import type { Transfer } from "../../transfers/read";
import { transfer } from "../../transfers/transfer";
import { consumerOf } from "../sessions";
import { readOwnCard, revealOwnCode } from "./cards";

/**
 * The cards of a transfer: from one of the consumer's cards to another of theirs, or to a card by its code.
 */
type TransferCards = {
  fromCardId: string;
  toCardId?: string | undefined;
  /** The code, as returned by `parseCode`. */
  toCode?: string | undefined;
};

/**
 * Converts an amount from one card's currency to the other's, at a rate that is held for ten minutes. Within
 * one currency, there is no rate. Checks the stores' agreement and its limits as they are now. Codes that
 * match no card count as attempts, like those of transfers.
 * Refuses: unauthorized, not_found (either card), transfers_not_enabled, transfer_limit_exceeded,
 * invalid_request, rate_limited.
 */
export async function quoteOwnTransfer(
  ctx: Ctx,
  { amountCents, ...between }: TransferCards & { amountCents: number },
) {
  const source = await readOwnCard(ctx, { cardId: between.fromCardId });
  const { merchantId, currency: to, ...shown } = await targetOf(ctx, source.merchantId, between);
  const sides = await readSides(db(), source.merchantId, merchantId);
  if (sides?.mine.status !== "active") throw new Refusal("transfers_not_enabled");
  const from = source.currency;
  const base = { ...shown, from, to, amountCents };
  const none = { rate: null, asOf: null, stale: false, quoteId: null, expiresAt: null };
  const quote = from === to ? none : await quoteRate(ctx, { from, to, amountCents });
  const { rate, asOf, stale, quoteId, expiresAt } = quote;
  const arrivesCents =
    "convertedAmountCents" in quote ? (quote.convertedAmountCents ?? 0) : amountCents;
  const sent = { amountCents, currency: from };
  const received = { amountCents: arrivesCents, currency: to };
  const currencies = { mine: sides.mine.currency, theirs: sides.theirs.currency };
  checkLimits(sides, await countTransfer(sent, received, currencies));
  return { ...base, arrivesCents, rate, asOf, stale, quoteId, expiresAt };
}

/**
 * Transfers money from one of the consumer's cards to a card at another store.
 * Refuses: unauthorized, and what transfer() refuses.
 */
export async function transferOwn(
  ctx: Ctx,
  order: TransferCards & { amountCents: number; quoteId?: string | undefined },
): Promise<{ transfer: Transfer }> {
  const { fromCardId, amountCents, quoteId } = order;
  const source = await readOwnCard(ctx, { cardId: fromCardId });
  const to = await targetCodeOf(ctx, order);
  const ownerId = consumerOf(ctx).id;
  const asked = { fromCardId, ...to, amountCents, quoteId, ownerId };
  return await transfer(contextAtStore(ctx, source.merchantId), asked);
}

async function targetCodeOf(ctx: Ctx, { toCardId, toCode = "" }: TransferCards) {
  if (toCardId === undefined) return { toCode };
  const { merchantId, code } = await revealOwnCode(ctx, { cardId: toCardId });
  return { toCode: "", toCodeHmacs: storeCodeHmacs(merchantId, parseStoreCode(code) ?? "") };
}

async function targetOf(
  ctx: Ctx,
  fromMerchantId: string,
  { toCardId, toCode = "" }: TransferCards,
) {
  if (toCardId !== undefined) {
    const { merchantId, storeName, currency, last4 } = await readOwnCard(ctx, { cardId: toCardId });
    return { merchantId, storeName, currency, last4 };
  }
  const { actor } = ctx.principal;
  await takeAttempt("transfer-code", actor);
  const [target] = await db()
    .select({
      merchantId: cards.merchantId,
      storeName: merchants.name,
      currency: cards.currency,
      last4: cards.codeLast4,
    })
    .from(cards)
    .innerJoin(merchants, eq(merchants.id, cards.merchantId))
    .innerJoin(transferAgreements, isActiveBetween(fromMerchantId, cards.merchantId))
    .where(and(inArray(cards.codeHmac, codeHmacs(toCode)), eq(cards.status, "active")));
  if (!target) throw new Refusal("transfers_not_enabled");
  await giveBackAttempt("transfer-code", actor);
  return target;
}
