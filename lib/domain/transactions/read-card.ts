import type { Ctx } from "@/lib/base/context";
import { found, NO_CARD_WITH_CODE, notFound } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { last4Of, storeCodeHmacs, unsealCode } from "@/lib/domain/cards/code";
import { findCard, findCardByCode } from "@/lib/domain/cards/find";
import { limitCardCodes } from "@/lib/domain/cards/limit-codes";
import type { Card, Transaction } from "@/lib/ledger/post/records";
import { cardHistory } from "./list-transactions";

const RECENT_TRANSACTION_COUNT = 10;

export type CardWithHistory = {
  card: Card;
  transactions: Transaction[];
  hasMoreTransactions: boolean;
};

/** A card with its newest transactions (spec, Cards). Refuses: not_found. */
export async function readCard(ctx: Ctx, { cardId }: { cardId: string }): Promise<CardWithHistory> {
  return withHistory(found(await findCard(ctx.merchantId, cardId)));
}

/**
 * Like readCard(), by the code as `parseStoreCode` returns it (spec, Cards).
 * Refuses: not_found, rate_limited (wrong codes of a caller).
 */
export const lookUpCard = (ctx: Ctx, { code }: { code: string }): Promise<CardWithHistory> =>
  limitCardCodes(ctx, async () => {
    const hmacs = storeCodeHmacs(ctx.merchantId, code);
    const card = await findCardByCode(ctx.merchantId, hmacs);
    if (!card) throw notFound(NO_CARD_WITH_CODE);
    return withHistory(card);
  });

/** A card without its history, for its balance (spec, Cards). Refuses: not_found. */
export const readBalance = async (ctx: Ctx, { cardId }: { cardId: string }): Promise<Card> =>
  found(await findCard(ctx.merchantId, cardId));

async function withHistory(card: Card): Promise<CardWithHistory> {
  const newest = await cardHistory(card, RECENT_TRANSACTION_COUNT + 1);
  return {
    card,
    transactions: newest.slice(0, RECENT_TRANSACTION_COUNT),
    hasMoreTransactions: newest.length > RECENT_TRANSACTION_COUNT,
  };
}

/** Reveals a card's code to a person who can change the card. Audited. Refuses: not_found. */
export async function revealCode(ctx: Ctx, { cardId }: { cardId: string }) {
  const code = unsealCode(found(await findCard(ctx.merchantId, cardId)));
  const details = { last4: last4Of(code) };
  await audit(db(), authorOf(ctx), { action: "card.code_revealed", subjectId: cardId, details });
  return { code };
}
