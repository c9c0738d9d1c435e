import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import { storeCodeHmacs } from "../../cards/code";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { cards } from "../../db/schema/cards";
import { merchants } from "../../db/schema/merchants";
import { Refusal } from "../../errors";
import { takeAttempt } from "../../limits/attempt-limits";
import { networkOf } from "../../networks";

// Longer than the lookup takes, so that the duration does not reveal the result.
const MIN_RESPONSE_MS = 150;

/**
 * The balance of the card with this code (as returned by `parsePublicCode`) at the store with this slug, for
 * anyone with the card. A wrong code, an unknown store and another store's code get the same response from
 * the same two queries. Every check counts, so that right codes don't make room for guesses.
 * Refuses: not_found, rate_limited (per network, and per network at this store).
 */
export async function checkBalance(ctx: Ctx, { store, code }: { store: string; code: string }) {
  await takeAttempt("balance-address", ctx.address);
  await takeAttempt("balance-store", JSON.stringify([store, networkOf(ctx.address)]));
  const [row] = await Promise.all([lookUpBalance(store, code), sleep(MIN_RESPONSE_MS)]);
  if (!row) throw new Refusal("not_found", { message: "This store has no card with this code." });
  return row;
}

async function lookUpBalance(slug: string, code: string) {
  const [store] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.slug, slug));
  const hmacs = storeCodeHmacs(store?.id ?? "", code);
  const [row] = await db()
    .select({
      storeName: merchants.name,
      currency: cards.currency,
      balanceCents: cards.balanceCents,
      status: cards.status,
      expiresOn: cards.expiresOn,
    })
    .from(merchants)
    .innerJoin(cards, and(eq(cards.merchantId, merchants.id), inArray(cards.codeHmac, hmacs)))
    .where(eq(merchants.slug, slug));
  return row;
}
