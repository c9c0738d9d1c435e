import { expect, test } from "vitest";
import { firstIdAt, newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { create } from "@/lib/domain/cards/create";
import { closeDays } from "@/lib/domain/reports/close-days";
import { asOwner } from "@/lib/testing/database";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { createStore } from "@/lib/testing/store";
import { searchSlices, searchTransactions } from "./search-transactions";
import { TRANSACTION_SORTS, type TransactionFilters } from "./transaction-filters";

const MOVEMENTS = 60_000;
// Rows per insert: few enough for the 5 s statement timeout, even on a busy machine.
const ROWS_PER_INSERT = 10_000;
const USER_ACTOR = `user:${newId()}`;
const KEY_ACTOR = `key:${newId()}`;

/** A store with more movements than one slice of a search, over 40 days. Some kinds are rare. */
async function storeWithHistory() {
  const { id, ctx } = await createStore({ timeZone: "America/New_York" });
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  for (let last = 0; last < MOVEMENTS; last += ROWS_PER_INSERT) {
    await pg()`
    insert into transactions (merchant_id, id, card_id, sequence, type, status, counter_account,
        amount_cents, currency, balance_after_cents, reference_id, actor, request_id)
      select ${id}, customer_id_at(now() - (${MOVEMENTS}::int - n) * interval '1 minute'),
        ${card.id}, n,
        case when n % 7919 = 0 then 'gift_sent' when n % 9973 = 0 then 'load' else 'spend' end,
        case when n % 6007 = 0 then 'pending' else 'completed' end,
        case when n % 9973 = 0 then 'store_credit' else 'redemption' end, 1,
        case when n % 5003 = 0 then 'KWD' when n % 2 = 0 then 'EUR' else 'USD' end, 1,
        case when n % 3 = 0 then 'every-third' end,
        case when n % 4001 = 0 then ${USER_ACTOR} when n = 17 then ${KEY_ACTOR} else 'key:till' end, 'req'
      from generate_series(${last + 1}::int, ${last + ROWS_PER_INSERT}::int) n`;
  }
  await asOwner((sql) => sql`analyze transactions`);
  return { id, ctx, cardId: card.id };
}

// Shared by the tests that don't change it.
let history: ReturnType<typeof storeWithHistory> | undefined;
const sharedHistory = () => {
  history ??= storeWithHistory();
  return history;
};

const idsOf = async (merchantId: string, where: string): Promise<string[]> =>
  (
    await pg().unsafe(
      `select id from transactions where merchant_id = '${merchantId}' and ${where} order by id desc`,
    )
  ).map(({ id }) => id);

const DAYS_AGO_20 = new Date(Date.now() - 20 * 86_400_000);

const SEARCHES: [TransactionFilters, string][] = [
  [{ currency: "KWD" }, "currency = 'KWD'"],
  [{ currency: "KWD", status: "completed" }, "currency = 'KWD' and status = 'completed'"],
  [{ type: "load", currency: "USD" }, "type = 'load' and currency = 'USD'"],
  [{ type: "gift_sent" }, "type = 'gift_sent'"],
  [{ status: "pending", currency: "EUR" }, "status = 'pending' and currency = 'EUR'"],
  [{ account: "store_credit" }, "counter_account = 'store_credit'"],
  [{ actor: USER_ACTOR }, `actor = '${USER_ACTOR}'`],
  [{ actor: KEY_ACTOR }, `actor = '${KEY_ACTOR}'`],
  [{ actor: KEY_ACTOR, currency: "GBP" }, "false"],
  [
    { referenceId: "every-third", currency: "KWD" },
    "reference_id = 'every-third' and currency = 'KWD'",
  ],
  [
    { currency: "KWD", from: DAYS_AGO_20 },
    `currency = 'KWD' and created_at >= '${DAYS_AGO_20.toISOString()}'`,
  ],
  [
    { currency: "KWD", to: DAYS_AGO_20 },
    `currency = 'KWD' and created_at < '${DAYS_AGO_20.toISOString()}'`,
  ],
];

test("a search that is cut short wherever it can be finds all that matches, in both orders, before and after days are closed", async () => {
  const { id } = await storeWithHistory();
  for (const closed of [false, true]) {
    if (closed) await closeDays();
    const orders = SEARCHES.flatMap(([filters, where]) =>
      TRANSACTION_SORTS.map((sort) => [filters, where, sort] as const),
    );
    for (const [filters, where, sort] of orders) {
      const found: string[] = [];
      let after: string | null = null;
      for (let turns = 0; turns < 100; turns++) {
        const { rows, stoppedAt }: Awaited<ReturnType<typeof searchSlices>> = await searchSlices(
          { from: db(), merchantId: id, filters, sort },
          after,
          3,
          0,
        );
        found.push(...rows.map((row) => row.id));
        after = rows.length === 3 ? (rows.at(-1)?.id ?? null) : stoppedAt;
        if (after === null) break;
      }
      const newestFirst = sort === "newest" ? found : found.toReversed();
      expect(newestFirst, `${where}, ${sort}`).toEqual(await idsOf(id, where));
    }
  }
});

test("a search by cursor continues where it stopped, and has a total only if it is known", async () => {
  const { id, ctx, cardId } = await sharedHistory();
  const search = (filters: TransactionFilters, cursor?: string) =>
    searchTransactions(ctx(), { limit: 5, cursor, ...filters });

  const byCurrency = await search({ currency: "KWD" });
  expect(byCurrency).toMatchObject({ total: 11, searchedTo: null });
  const rest = await search({ currency: "KWD" }, byCurrency.nextCursor ?? "");
  expect([...byCurrency.items, ...rest.items].map((row) => row.id)).toEqual(
    (await idsOf(id, "currency = 'KWD'")).slice(0, 10),
  );
  expect(await search({ referenceId: "every-third" })).toMatchObject({ total: null });
  expect(await search({ referenceId: "nowhere" })).toMatchObject({ total: 0, nextCursor: null });
  expect(await search({ cardId })).toMatchObject({
    items: [{ sequence: MOVEMENTS }, {}, {}, {}, {}],
  });
  await expect(search({}, byCurrency.nextCursor ?? "")).rejects.toThrow("cursor");
});

test("a search from an instant on ends there, also where what is older would match", async () => {
  const { id: merchantId } = await createStore();
  const cardId = await bareCard({ merchantId, currency: "KWD" });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const days of [40, 30, 20, 10]) {
    await writeMovement({ merchantId, cardId, at: daysAgo(days), type: "load", amountCents: 1 });
  }
  await closeDays();
  const filters = { currency: "KWD", from: daysAgo(15) };
  const search = { from: db(), merchantId, filters, sort: "newest" } as const;
  const found = await searchSlices(search, firstIdAt(daysAgo(5).getTime()), 3, 0);
  expect(found.rows).toHaveLength(1);
  // The day of the match starts before the end of the search, so only the rest of it is searched.
  const rest = found.stoppedAt && (await searchSlices(search, found.stoppedAt, 3, 0));
  expect(rest).toEqual({ rows: [], stoppedAt: null });
});

test("another store's movements are found by no filter", async () => {
  const { cardId } = await sharedHistory();
  const stranger = await createStore();
  for (const filters of [{}, { cardId }, { actor: USER_ACTOR }, { referenceId: "every-third" }]) {
    const found = await searchTransactions(stranger.ctx(), {
      limit: 5,
      cursor: undefined,
      ...filters,
    });
    expect(found).toMatchObject({ items: [], nextCursor: null });
  }
});
