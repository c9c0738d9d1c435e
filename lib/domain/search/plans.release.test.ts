import type { SQL } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import type { CardFilters } from "@/lib/domain/cards/filters";
import {
  type CardSort,
  exportCards,
  searchCards,
  selectSortedCards,
} from "@/lib/domain/cards/search";
import { asOwner } from "@/lib/testing/database";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { rowsReadBy } from "@/lib/testing/plans";
import { createStore } from "@/lib/testing/store";
import { matchCards } from "./match-term";

const CARDS = 30_000;
const BATCH = 3_000;
const PAGE = 51;

let merchantId = "";
const batchId = newId();

/** 10,000 sold cards, of which the oldest are a batch, and twice as many unsold ones that are newer. */
beforeAll(async () => {
  merchantId = (await createStore()).id;
  await pg()`insert into batches (merchant_id, id, name, source, quantity, currency, card_type, actor)
    values (${merchantId}, ${batchId}, 'Spring 2026', 'created', ${BATCH}, 'USD', 'digital', 'operator')`;
  await pg()`insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status,
      card_type, batch_id)
    select ${merchantId}, customer_id_at(now() - (${CARDS}::int - n) * interval '1 minute'),
      gen_random_uuid()::text::bytea, '', lpad(upper(to_hex(n)), 4, 'Z'), 'USD',
      case when n <= ${CARDS / 3}::int then 'active' else 'inactive' end, 'digital',
      case when n <= ${BATCH}::int then ${batchId}::uuid end
    from generate_series(1, ${CARDS}::int) n`;
  await pg()`insert into transactions (merchant_id, id, card_id, sequence, type, status,
      counter_account, amount_cents, currency, balance_after_cents, actor, request_id)
    select merchant_id, id, id, 1, 'load', 'completed', 'issuance', 1, 'USD', 1, 'operator', 'req'
    from cards where merchant_id = ${merchantId} and status = 'active'`;
  await asOwner((sql) => sql`analyze cards, transactions, batches`);
});

const pageOf = (sort: CardSort, filters: CardFilters): SQL =>
  selectSortedCards(db(), merchantId, sort, filters, PAGE, {
    after: null,
    afterKey: null,
    offset: 0,
  }).getSQL();

test.each([
  ["the last 4 of a code", "Z2EE", 10],
  ["a batch that is older than most cards", "spring", BATCH],
  ["a name that nobody has", "nobody", 10],
])("a search for %s reads no more cards than it finds", async (_, term, most) => {
  const search = await matchCards(merchantId, term);
  // The rows of a page look up their owner, their last movement and store credit.
  expect(await rowsReadBy(pageOf("newest", { search }))).toBeLessThan(most + 10 * PAGE);
});

test.each(["newest", "oldest", "last_used"] as const)(
  "a page without unsold stock, %s first, reads as many cards however large the stock is",
  async (sort) => {
    expect(await rowsReadBy(pageOf(sort, { unsold: "hidden" }))).toBeLessThan(12 * PAGE);
  },
);

test("a list by last use has all its cards, even if one of them made all the newest transactions", async () => {
  const { id, ctx } = await createStore();
  const [quiet, busy] = [
    await makeCard(ctx, { amountCents: 100 }),
    await makeCard(ctx, { amountCents: 100 }),
  ];
  await pg()`insert into transactions (merchant_id, id, card_id, sequence, type, status,
      counter_account, amount_cents, currency, balance_after_cents, actor, request_id)
    select ${id}, customer_id_at(now() + n * interval '1 ms'), ${busy.id}, n + 1, 'load', 'completed',
      'issuance', 1, 'USD', 1, 'operator', 'req'
    from generate_series(1, 20001) n`;
  await asOwner((sql) => sql`analyze transactions`);
  const list = { sort: "last_used", limit: 1, offset: 0 } as const;
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map((card) => card.id);
  const first = await searchCards(ctx(), list);
  expect([idsOf(first), first.isIncomplete]).toEqual([[busy.id], false]);
  const next = await searchCards(ctx(), { ...list, cursor: first.nextCursor ?? "" });
  expect([idsOf(next), next.nextCursor]).toEqual([[quiet.id], null]);
  const exported: string[] = [];
  for await (const items of exportCards(ctx(), { sort: "last_used" }))
    exported.push(...idsOf({ items }));
  expect(exported).toEqual([busy.id, quiet.id]);

  await pg()`update card_counts set count = count + 20000 where merchant_id = ${id}`;
  const long = await searchCards(ctx(), { ...list, limit: 5 });
  expect([idsOf(long), long.isIncomplete]).toEqual([[busy.id], true]);
});
