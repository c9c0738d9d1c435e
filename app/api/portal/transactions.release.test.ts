import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { replace } from "@/lib/domain/cards/replace";
import { reverse } from "@/lib/domain/cards/reverse";
import { spend } from "@/lib/domain/cards/spend";
import { writeOffDisabled } from "@/lib/domain/cards/write-off";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { MOVEMENT_KIND_NAMES } from "@/lib/domain/transactions/kinds";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { allPages, csvRowsOf, outcomeOf } from "@/lib/testing/requests";
import { newKey } from "@/lib/testing/store";

type Query = Record<string, string>;

/** A store with movements in three currencies by an API key, and store credit given by the owner. */
async function storeWithMovements() {
  const store = await storeWithPeople({ timeZone: "Asia/Kathmandu" });
  const { key } = await newKey(store.ctx(), { name: "Till at the door" });
  const till = () => store.ctx(`key:${key.id}`);
  for (const [currency, amountCents] of [
    ["USD", 5_000],
    ["JPY", 900],
    ["KWD", 12_345],
  ] as const) {
    const { id: cardId } = await makeCard(till, { currency, amountCents });
    const noted = { note: "=1+1", referenceId: 'r,"1"', metadata: { "=key": "2" } };
    await spend(till(), { cardId, amountCents: 250, ...noted });
  }
  const given = await issueStoreCredit(store.ctx(`user:${store.owner.userId}`), {
    email: "ada@example.com",
    amountCents: 3_000,
    currency: "USD",
    note: "Returned",
    source: "refund",
  });
  const people = { user: `user:${store.owner.userId}`, key: `key:${key.id}` };
  return { ...store, ...people, given, get: store.owner.get };
}

test("a movement has its card, the name of who made it, and both sides of the booking", async () => {
  const { get, user, key, given } = await storeWithMovements();
  const { body } = await get("/transactions", { limit: "2" });
  expect(body).toMatchObject({ total: 7, searchedTo: null, nextCursor: expect.any(String) });
  const [newest, before] = body.movements;
  expect(newest).toMatchObject({
    id: given.transaction.id,
    type: "load",
    account: "store_credit",
    note: "Returned",
    source: "refund",
    actor: { id: user, name: "Ada" },
    card: {
      last4: expect.stringMatching(/^\w{4}$/),
      status: "active",
      ownerEmail: "ada@example.com",
      customerId: expect.any(String),
    },
  });
  expect(before.actor).toEqual({ id: key, name: "Till at the door" });
  expect((await get(`/transactions/${newest.id}`)).body).toEqual(newest);
});

test("movements are filtered by type, currency, account, person, key and reference, and counted", async () => {
  const { get, user, key } = await storeWithMovements();
  for (const [query, count] of [
    [{ type: "spend" }, 3],
    [{ currency: "KWD", type: "load" }, 1],
    [{ account: "store_credit" }, 1],
    [{ actor: user }, 1],
    [{ actor: key, currency: "USD" }, 2],
    [{ referenceId: 'r,"1"' }, 3],
  ] as [Record<string, string>, number][]) {
    const { movements, total } = (await get("/transactions", query)).body;
    expect([movements.length, total], JSON.stringify(query)).toEqual([count, count]);
  }
  expect((await get("/transactions")).body.total).toBe(7);
  expect((await get("/transactions/actors")).body.actors).toEqual([
    { id: user, name: "Ada" },
    { id: key, name: "Till at the door" },
  ]);
});

test("movements are filtered by what the list calls them, each by one kind, and are sorted both ways", async () => {
  const { get, ctx, merchantId, card } = await storeWithMovements();
  const { id: cardId } = await card({ amountCents: 5_000 });
  const { transaction: first } = await spend(ctx(), { cardId, amountCents: 900 });
  const { transaction: second } = await spend(ctx(), { cardId, amountCents: 800 });
  const { transaction: refund } = await credit(ctx(), {
    cardId,
    amountCents: 100,
    originalTransactionId: first.id,
  });
  await reverse(ctx(), { transactionId: second.id });
  await reverse(ctx(), { transactionId: refund.id });
  await replace(ctx(), { cardId });
  const { id: ended } = await card({ amountCents: 300 });
  await disable(ctx(), { cardId: ended });
  await writeOffDisabled(ctx(), { cardId: ended });
  const counts: Record<string, number> = {};
  const seen: string[] = [];
  for (const kind of MOVEMENT_KIND_NAMES) {
    const { movements } = (await get("/transactions", { kind, limit: "100" })).body;
    counts[kind] = movements.length;
    seen.push(...movements.map(({ id }: { id: string }) => id));
  }
  expect(counts).toMatchObject({
    load: 5,
    spend: 5,
    refund: 1,
    reversal: 2,
    store_credit: 1,
    written_off: 1,
    moved_in: 1,
    moved_out: 1,
    transfer_in: 0,
    transfer_out: 0,
  });
  const all = await pg()`select id from transactions where merchant_id = ${merchantId} order by id`;
  const ids = all.map(({ id }) => id);
  expect(seen.sort()).toEqual(ids);

  for (const query of [
    {},
    { currency: "USD" },
    { kind: "spend" },
    { cardUuid: cardId },
  ] as Query[]) {
    const paged = async (sort: string) =>
      (await allPages<Query>((page) => get("/transactions", { ...query, sort, ...page }), "2")).map(
        ({ id }) => id,
      );
    const newest = await paged("newest");
    expect(newest.length).toBeGreaterThan(3);
    expect(await paged("oldest"), JSON.stringify(query)).toEqual(newest.toReversed());
  }
  const { nextCursor: cursor } = (await get("/transactions", { limit: "1" })).body;
  expect(await outcomeOf(get("/transactions", { limit: "1", cursor, sort: "oldest" }))).toBe(
    "400 invalid_request cursor",
  );
  const rows = csvRowsOf(await get("/transactions/export", { sort: "oldest" }));
  expect(rows.map((row) => row["Transaction ID"])).toEqual(ids);
});

test("a movement has what was returned of it, and a refund or a reversal has what it returned", async () => {
  const { ctx, owner } = await storeWithPeople();
  const { id: cardId } = await makeCard(ctx, { amountCents: 5_000 });
  const { transaction: sale } = await spend(ctx(), { cardId, amountCents: 1_200 });
  const refundOf = (amountCents: number) =>
    credit(ctx(), { cardId, amountCents, originalTransactionId: sale.id });
  const { transaction: kept } = await refundOf(200);
  const { transaction: undone } = await refundOf(300);
  await reverse(ctx(), { transactionId: undone.id });
  const { transaction: mistake } = await spend(ctx(), { cardId, amountCents: 700 });
  await reverse(ctx(), { transactionId: mistake.id });

  const { body } = await owner.get("/transactions");
  const shown = (id: string, name = "id") =>
    body.movements.find((movement: Record<string, unknown>) => movement[name] === id);
  const untouched = { refundedCents: 0, isReversed: false, original: null };
  expect(shown(sale.id)).toMatchObject({ ...untouched, refundedCents: 200 });
  expect(shown(mistake.id)).toMatchObject({ ...untouched, isReversed: true });
  expect(shown(undone.id)).toMatchObject({ isReversed: true, original: { amountCents: 1_200 } });
  expect(shown(kept.id)).toMatchObject({
    ...untouched,
    originalTransactionId: sale.id,
    original: { amountCents: 1_200 },
  });
  expect(shown(undone.id, "reversesTransactionId")).toMatchObject({
    ...untouched,
    original: { amountCents: 300 },
  });
  expect(body.movements.at(-1)).toMatchObject({ type: "load", ...untouched });
  expect((await owner.get(`/transactions/${sale.id}`)).body).toMatchObject({ refundedCents: 200 });
});

test("in the file, a card's first value is issued, and later value is a top-up", async () => {
  const { ctx, owner } = await storeWithPeople();
  const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
  await credit(ctx(), { cardId, amountCents: 500, source: "top_up" });
  const rows = csvRowsOf(await owner.get("/transactions/export"));
  expect(rows.map(({ Type }) => Type)).toEqual(["Topped up", "Issued"]);
});

test("the file has exactly what is filtered, row by row as the ledger has it, and is logged with its filters", async () => {
  const { get, user, merchantId } = await storeWithMovements();
  const rows = csvRowsOf(await get("/transactions/export", { type: "spend" }));
  const ledger = await pg()`
    select t.*, c.code_last4, to_char(t.created_at at time zone 'Asia/Kathmandu',
        'YYYY-MM-DD HH24:MI:SS') as local from transactions t
      join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
      where t.merchant_id = ${merchantId} and t.type = 'spend' order by t.id desc`;
  expect(rows).toHaveLength(3);
  expect(rows.map((row) => row.Amount)).toEqual(["-0.250", "-250", "-2.50"]);
  expect(rows.map((row) => row["Balance after"])).toEqual(["12.095", "650", "47.50"]);
  expect(rows).toMatchObject(
    ledger.map((row) => ({
      Time: row.local,
      "Time zone": "Asia/Kathmandu",
      "Time (UTC)": new Date(row.created_at).toISOString(),
      Type: "Redeemed",
      Status: "completed",
      Currency: row.currency,
      "Amount in minor units": `-${row.amount_cents}`,
      "Balance after in minor units": row.balance_after_cents,
      "Card ending in": row.code_last4,
      "Card ID": row.card_id,
      Note: "'=1+1",
      Reference: 'r,"1"',
      Metadata: '{"=key":"2"}',
      By: "Till at the door",
      "By (ID)": row.actor,
      "Request ID": row.request_id,
      "Transaction ID": row.id,
    })),
  );
  const details = { filters: { type: "spend" } };
  expect(await auditOf(merchantId, "transactions.exported")).toMatchObject([
    { actor: user, details },
  ]);
});
