import { and, desc, eq, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db, pg } from "../db/client";
import { cards } from "../db/schema/cards";
import { newId } from "../ids";
import { useTestDatabase } from "../testing/database";
import { createStore } from "../testing/store";
import { highestBalances } from "./highest-balances";
import { lowerPeaks } from "./lower-peaks";

useTestDatabase();

let matching: SQL | undefined;

/** A store with cards most of which are spent below their peak, with many equal peaks and balances. */
async function storeWithCards() {
  const { id } = await createStore();
  const matching = and(eq(cards.merchantId, id), eq(cards.currency, "USD"));
  for (let n = 0; n < 120; n++) {
    const peak = [2_500, 5_000, 5_000, 10_000][n % 4] ?? 0;
    const balance = n % 3 === 0 ? 0 : n % 7 === 0 ? peak : (n * 7_919) % (peak + 1);
    await pg()`insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency,
        balance_cents, peak_cents, status, card_type)
      values (${id}, ${newId()}, ${Buffer.from(`${id}${n}`)}, 'x', 'XXXX', 'USD', ${balance},
        ${peak}, 'active', 'digital')`;
  }
  return { id, matching };
}

beforeAll(async () => {
  matching = (await storeWithCards()).matching;
});

const idsOf = async (which: SQL | undefined, limit: number) => {
  const rows = await db()
    .select({ id: cards.id })
    .from(cards)
    .where(which)
    .orderBy(desc(cards.balanceCents), desc(cards.id))
    .limit(limit);
  return rows.map(({ id }) => id);
};

describe("the cards that hold the most", () => {
  test.each([1, 2, 5, 13, 40, 119, 120, 121])(
    "are found by falling peak, %d of them, just as by sorting them all",
    async (wanted) => {
      const found = await highestBalances(matching, wanted, [7, 30, 90]);
      const expected = await idsOf(matching, wanted);
      if (found) expect(await idsOf(found, 1_000)).toEqual(expected);
      else expect(wanted).toBeGreaterThan(5);
    },
  );

  test("are found in any one slice that holds them all", async () => {
    const found = await highestBalances(matching, 50, [121]);
    expect(found).not.toBeNull();
    expect(await idsOf(found ?? undefined, 1_000)).toEqual(await idsOf(matching, 50));
  });

  test("are left to a sort of them all when too many would have to be looked through", async () => {
    expect(await highestBalances(matching, 60, [7, 30, 70])).toBeNull();
  });

  test("are found at once when the peaks have been lowered to the balances", async () => {
    const { id, matching } = await storeWithCards();
    await lowerPeaks(id, 50);
    const found = await highestBalances(matching, 60, [61]);
    expect(found).not.toBeNull();
    expect(await idsOf(found ?? undefined, 1_000)).toEqual(await idsOf(matching, 60));
    const [loose] = await pg()`select count(*)::int as cards from cards
      where merchant_id = ${id} and peak_cents <> balance_cents`;
    expect(loose).toEqual({ cards: 0 });
  });

  test("are none where nothing matches", async () => {
    const found = await highestBalances(and(matching, eq(cards.currency, "EUR")), 5);
    expect(found && (await idsOf(found, 10))).toEqual([]);
  });
});
