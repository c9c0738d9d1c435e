import { and, eq, inArray } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { atStore, findAnywhere, inBucketOf } from "@/lib/db/client/in-buckets";
import { cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";
import { transferAgreements } from "@/lib/db/schema/transfers";
import { codeHmacs, parseStoreCode, storeCodeHmacs } from "@/lib/domain/cards/code";
import { quoteRate } from "@/lib/domain/fx/quote";
import { limitGuesses } from "@/lib/domain/limits/attempt-limits";
import { isActiveBetween, readSides } from "@/lib/domain/transfers/agreements/agreement";
import { checkLimits, countTransfer } from "@/lib/domain/transfers/agreements/limits";
import type { Transfer } from "@/lib/domain/transfers/read";
import { transfer } from "@/lib/domain/transfers/transfer";
import { consumerOf } from "@/lib/domain/wallet/sessions";
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
  const { target, sides } = await targetOf(ctx, source.merchantId, between);
  const { currency: to, storeName, last4 } = target;
  const from = source.currency;
  const base = { storeName, last4, from, to, amountCents };
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
  requireScope(ctx, "wallet:own");
  const { fromCardId, amountCents, quoteId } = order;
  const source = await readOwnCard(ctx, { cardId: fromCardId });
  const to = await targetCodeOf(ctx, order);
  const ownerId = consumerOf(ctx).id;
  const ownOrder = { fromCardId, ...to, amountCents, quoteId, ownerId };
  return await atStore(ctx, source.merchantId, (here) => transfer(here, ownOrder));
}

async function targetCodeOf(ctx: Ctx, { toCardId, toCode = "" }: TransferCards) {
  if (toCardId === undefined) return { toCode };
  const { merchantId, code } = await revealOwnCode(ctx, { cardId: toCardId });
  return { toCode: "", toCodeHmacs: storeCodeHmacs(merchantId, parseStoreCode(code) ?? "") };
}

/** The card that a transfer goes to, and the agreement of the two stores. Only wrong codes count as attempts. */
async function targetOf(
  ctx: Ctx,
  fromMerchantId: string,
  { toCardId, toCode = "" }: TransferCards,
) {
  const find = async (target: TargetCard | undefined) => {
    const sides =
      target &&
      (await inBucketOf(fromMerchantId, () => readSides(db(), fromMerchantId, target.merchantId)));
    if (!target || sides?.mine.status !== "active") throw new Refusal("transfers_not_enabled");
    return { target, sides };
  };
  if (toCardId !== undefined) return await find(await readOwnCard(ctx, { cardId: toCardId }));
  return await limitGuesses([["transfer-code", ctx.principal.actor]], async () =>
    find(await findAnywhere(async () => (await selectActive(toCode, fromMerchantId))[0])),
  );
}

/** The active card with this code at a store of the current bucket that has an agreement with this one. */
const selectActive = (code: string, fromMerchantId: string) =>
  db()
    .select({
      merchantId: cards.merchantId,
      storeName: merchants.name,
      currency: cards.currency,
      last4: cards.codeLast4,
    })
    .from(cards)
    .innerJoin(merchants, eq(merchants.id, cards.merchantId))
    .innerJoin(transferAgreements, isActiveBetween(cards.merchantId, fromMerchantId))
    .where(and(inArray(cards.codeHmac, codeHmacs(code)), eq(cards.status, "active")));

type TargetCard = Awaited<ReturnType<typeof selectActive>>[number];
