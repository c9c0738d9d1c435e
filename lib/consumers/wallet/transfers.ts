import { and, eq } from "drizzle-orm";
import { codeHmac, parseStoreCode, storeCodeHmac } from "../../cards/code";
import { type Ctx, contextAtStore } from "../../context";
import { db } from "../../db/client";
import { cards } from "../../db/schema/cards";
import { merchants } from "../../db/schema/merchants";
import { invalidField } from "../../errors";
import { quoteRate } from "../../fx/quote";
import { giveBackAttempt, takeAttempt } from "../../limits/attempt-limits";
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
 * one currency, there is no rate. Codes that match no card count as attempts, like those of transfers.
 * Refuses: unauthorized, not_found (either card), invalid_request, rate_limited.
 */
export async function quoteOwnTransfer(
  ctx: Ctx,
  { amountCents, ...between }: TransferCards & { amountCents: number },
) {
  const source = await readOwnCard(ctx, { cardId: between.fromCardId });
  const target = await targetOf(ctx, between);
  const base = {
    storeName: target.storeName,
    last4: target.last4,
    from: source.currency,
    to: target.currency,
    amountCents,
  };
  if (source.currency === target.currency) {
    const none = { rate: null, asOf: null, stale: false, quoteId: null, expiresAt: null };
    return { ...base, arrivesCents: amountCents, ...none };
  }
  const quote = await quoteRate(ctx, { from: source.currency, to: target.currency, amountCents });
  const { rate, asOf, stale, quoteId, expiresAt, convertedAmountCents = 0 } = quote;
  return { ...base, arrivesCents: convertedAmountCents, rate, asOf, stale, quoteId, expiresAt };
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
  return { toCode: "", toCodeHmac: storeCodeHmac(merchantId, parseStoreCode(code) ?? "") };
}

async function targetOf(ctx: Ctx, { toCardId, toCode = "" }: TransferCards) {
  if (toCardId !== undefined) return await readOwnCard(ctx, { cardId: toCardId });
  const { actor } = ctx.principal;
  await takeAttempt("transfer-code", actor);
  const [target] = await db()
    .select({ storeName: merchants.name, currency: cards.currency, last4: cards.codeLast4 })
    .from(cards)
    .innerJoin(merchants, eq(merchants.id, cards.merchantId))
    .where(
      and(
        eq(cards.codeHmac, codeHmac(toCode)),
        eq(cards.status, "active"),
        eq(merchants.transfersEnabled, true),
      ),
    );
  if (!target) throw invalidField("toCode", "is no card's that takes transfers");
  await giveBackAttempt("transfer-code", actor);
  return target;
}
