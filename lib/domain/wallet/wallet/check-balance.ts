import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { networkOf } from "@/lib/base/networks";
import { FIRST_BUCKET, inBucket } from "@/lib/db/client/buckets";
import { db } from "@/lib/db/client/client";
import { cardPins, cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";
import { storeCodeHmacs } from "@/lib/domain/cards/code";
import { IS_FROZEN } from "@/lib/domain/cards/find";
import { isPublicCode, PIN_FACTS } from "@/lib/domain/cards/pin";
import { giveBackAttempt, pinGuesses, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { BRAND_COLUMNS } from "@/lib/domain/stores/brand";
import { AVAILABLE_CENTS } from "@/lib/ledger/post/available";

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

/** Whether any card of the store with this slug has a PIN. */
export async function hasPins(slug: string): Promise<boolean> {
  const store = await findStore(slug);
  if (!store) return false;
  const [pin] = await inBucket(store.bucket, () =>
    db()
      .select({ cardId: cardPins.cardId })
      .from(cardPins)
      .where(eq(cardPins.merchantId, store.id))
      .limit(1),
  );
  return pin !== undefined;
}

async function findStore(slug: string) {
  const [store] = await db()
    .select({ id: merchants.id, bucket: merchants.bucket })
    .from(merchants)
    .where(eq(merchants.slug, slug));
  return store;
}

async function lookUpBalance(slug: string, code: string, pin: string | undefined) {
  const store = await findStore(slug);
  const hmacs = storeCodeHmacs(store?.id ?? "", code);
  const [row] = await inBucket(store?.bucket ?? FIRST_BUCKET, () => selectBalance(slug, hmacs));
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
