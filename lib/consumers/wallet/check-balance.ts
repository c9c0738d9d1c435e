import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import { storeCodeHmacs } from "../../cards/code";
import { IS_FROZEN } from "../../cards/find";
import { isPublicCode, PIN_FACTS } from "../../cards/pin";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { inBucketOf } from "../../db/in-buckets";
import { cards } from "../../db/schema/cards";
import { merchants } from "../../db/schema/merchants";
import { BRAND_COLUMNS } from "../../db/store-brand";
import { Refusal } from "../../errors";
import { AVAILABLE_CENTS } from "../../ledger/available";
import { giveBackAttempt, pinGuesses, takeAttempt } from "../../limits/attempt-limits";
import { networkOf } from "../../networks";

// Longer than the lookup takes, so that the duration does not reveal the result.
const MIN_RESPONSE_MS = 150;

/**
 * The balance of the card with this code (as returned by `parsePublicCode`) at the store with this slug, for
 * anyone with the card. A wrong code, an unknown store and another store's code get the same response from
 * the same two queries, and so do a missing and a wrong PIN, and a code that can be guessed and has no PIN.
 * Every check counts, so that right codes don't make room for guesses.
 * Refuses: not_found, rate_limited (per network, per network at this store, and wrong PINs per code
 * and network, and per code).
 */
export async function checkBalance(
  ctx: Ctx,
  { store, code, pin }: { store: string; code: string; pin?: string | undefined },
) {
  await takeAttempt("balance-address", ctx.address);
  await takeAttempt("balance-store", JSON.stringify([store, networkOf(ctx.address)]));
  // Counted for any code, so that reaching the limit doesn't reveal which exist.
  const guesses = pin === undefined ? [] : pinGuesses(ctx.address, code);
  for (const guess of guesses) await takeAttempt(...guess);
  const [row] = await Promise.all([lookUpBalance(store, code, pin), sleep(MIN_RESPONSE_MS)]);
  if (!row) throw new Refusal("not_found", { message: "This store has no card with this code." });
  for (const guess of guesses) await giveBackAttempt(...guess);
  return row;
}

async function lookUpBalance(slug: string, code: string, pin: string | undefined) {
  const [store] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.slug, slug));
  const hmacs = storeCodeHmacs(store?.id ?? "", code);
  const [row] = await inBucketOf(store?.id ?? "", () => selectBalance(slug, hmacs));
  if (!row || !isPublicCode(row, pin)) return null;
  const { store: brand, currency, balanceCents, status, frozen, expiresOn } = row;
  const availableCents = row.availableCents ?? balanceCents;
  return { store: brand, currency, balanceCents, availableCents, status, frozen, expiresOn };
}

const selectBalance = (slug: string, hmacs: Buffer[]) =>
  db()
    .select({
      merchantId: cards.merchantId,
      id: cards.id,
      ...PIN_FACTS,
      store: BRAND_COLUMNS,
      currency: cards.currency,
      balanceCents: cards.balanceCents,
      availableCents: AVAILABLE_CENTS,
      status: cards.status,
      frozen: IS_FROZEN,
      expiresOn: cards.expiresOn,
    })
    .from(merchants)
    .innerJoin(cards, and(eq(cards.merchantId, merchants.id), inArray(cards.codeHmac, hmacs)))
    .where(eq(merchants.slug, slug));
