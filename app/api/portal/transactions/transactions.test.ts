import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { activate } from "@/lib/cards/activate";
import { openCode } from "@/lib/cards/code";
import { create } from "@/lib/cards/create";
import { spend } from "@/lib/cards/spend";
import { API_SCOPES } from "@/lib/context";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { createKey } from "@/lib/merchants/keys/create";
import { operatorContext } from "@/lib/merchants/operator";
import { issueStoreCredit } from "@/lib/store-credit/issue";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as one from "./[id]/route";
import * as actors from "./actors/route";
import * as counts from "./counts/route";
import * as file from "./export/route";
import * as list from "./route";
import * as understand from "./understand/route";

useTestDatabase();

type Ctx = ReturnType<typeof operatorContext>;

/** A store whose till moved money in three currencies, and whose owner gave store credit. */
async function storeWithMovements() {
  const store = await storeWithPeople();
  const { merchantId } = store;
  await pg()`update merchants set time_zone = 'Asia/Kathmandu' where id = ${merchantId}`;
  const { key } = await createKey(operatorContext(merchantId), {
    name: "Till at the door",
    shape: "A",
    scopes: API_SCOPES,
    expiresAt: null,
  });
  const by = (actor: string): Ctx => {
    const ctx = operatorContext(merchantId);
    return { ...ctx, principal: { ...ctx.principal, actor } };
  };
  const till = () => by(`key:${key.id}`);
  for (const [currency, amountCents] of [
    ["USD", 5_000],
    ["JPY", 900],
    ["KWD", 12_345],
  ] as const) {
    const { card } = await create(till(), { currency, cardType: "digital" });
    await activate(till(), { cardId: card.id, amountCents });
    await spend(till(), { cardId: card.id, amountCents: 250, note: "=1+1", referenceId: 'r,"1"' });
  }
  const owner = `user:${store.owner.userId}`;
  const given = await issueStoreCredit(by(owner), {
    email: "ada@example.com",
    amountCents: 3_000,
    currency: "USD",
    note: "Returned",
    source: "refund",
  });
  return { ...store, keyId: key.id, given };
}

test("a movement tells its card, who made it by name, and both sides of the booking", async () => {
  const { owner, given, keyId } = await storeWithMovements();
  const { body } = await send(list, "GET", { headers: owner.headers, query: { limit: "2" } });
  expect(body).toMatchObject({ total: 7, searchedTo: null, nextCursor: expect.any(String) });
  expect(body.movements[0]).toMatchObject({
    id: given.transaction.id,
    type: "load",
    account: "store_credit",
    note: "Returned",
    source: "refund",
    actor: { id: `user:${owner.userId}`, name: "Ada" },
    card: {
      last4: expect.stringMatching(/^\w{4}$/),
      status: "active",
      ownerEmail: "ada@example.com",
      customerId: expect.any(String),
    },
  });
  expect(body.movements[1].actor).toEqual({ id: `key:${keyId}`, name: "Till at the door" });
  const read = await send(one, "GET", { headers: owner.headers, id: body.movements[0].id });
  expect(read.body).toEqual(body.movements[0]);
});

test("movements are narrowed by type, currency, account, person, key and reference, and counted", async () => {
  const { owner, keyId } = await storeWithMovements();
  const found = async (query: Record<string, string>) => {
    const { body } = await send(list, "GET", { headers: owner.headers, query });
    return [body.movements.length, body.total];
  };
  expect(await found({ type: "spend" })).toEqual([3, 3]);
  expect(await found({ currency: "KWD", type: "load" })).toEqual([1, 1]);
  expect(await found({ account: "store_credit" })).toEqual([1, 1]);
  expect(await found({ actor: `user:${owner.userId}` })).toEqual([1, 1]);
  expect(await found({ actor: `key:${keyId}`, currency: "USD" })).toEqual([2, 2]);
  expect(await found({ referenceId: 'r,"1"' })).toEqual([3, 3]);
  expect((await send(counts, "GET", { headers: owner.headers })).body).toEqual({
    all: 7,
    completed: 7,
    pending: 0,
    failed: 0,
  });
  expect((await send(actors, "GET", { headers: owner.headers })).body.actors).toEqual([
    { id: `user:${owner.userId}`, name: "Ada" },
    { id: `key:${keyId}`, name: "Till at the door" },
  ]);
});

test("the file holds exactly what is filtered, row by row as the ledger has it", async () => {
  const { owner, merchantId } = await storeWithMovements();
  const { text, status } = await send(file, "GET", {
    headers: owner.headers,
    query: { type: "spend" },
  });
  expect(status).toBe(200);
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  const ledger = await pg()`
    select t.*, c.code_last4, to_char(t.created_at at time zone 'Asia/Kathmandu',
        'YYYY-MM-DD HH24:MI:SS') as local from transactions t
      join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
      where t.merchant_id = ${merchantId} and t.type = 'spend' order by t.id desc`;
  expect(rows).toHaveLength(3);
  expect(rows.map((row) => row.Amount)).toEqual(["-0.250", "-250", "-2.50"]);
  expect(rows.map((row) => row["Balance after"])).toEqual(["12.095", "650", "47.50"]);
  expect(rows).toEqual(
    ledger.map((row) =>
      expect.objectContaining({
        Time: row.local,
        "Time zone": "Asia/Kathmandu",
        "Time (UTC)": new Date(row.created_at).toISOString(),
        Type: "Redeemed",
        Status: "completed",
        Currency: row.currency,
        "Amount in minor units": `-${row.amount_cents}`,
        "Balance after in minor units": row.balance_after_cents,
        "Card ends in": row.code_last4,
        "Card id": row.card_id,
        Note: "'=1+1",
        Reference: 'r,"1"',
        By: "Till at the door",
        "By (id)": row.actor,
        "Request id": row.request_id,
        "Transaction id": row.id,
      }),
    ),
  );
});

test("who exports is in the audit log with the filters", async () => {
  const { owner, merchantId } = await storeWithMovements();
  await send(file, "GET", { headers: owner.headers, query: { currency: "JPY" } });
  const [row] = await pg()`select actor, details from audit_log
    where merchant_id = ${merchantId} and action = 'transactions.exported'`;
  expect(row).toEqual({ actor: `user:${owner.userId}`, details: { filters: { currency: "JPY" } } });
});

test("a wrong filter is refused with its name: 400", async () => {
  const { owner } = await storeWithPeople();
  for (const [path, value] of [
    ["currency", "usd"],
    ["actor", "key:nobody"],
    ["account", "cash"],
    ["cursor", "nonsense"],
    ["cardUuid", "1"],
    ["offset", "5"],
  ] as const) {
    const { status, body } = await send(list, "GET", {
      headers: owner.headers,
      query: { [path]: value },
    });
    expect([status, body.fields?.[0]?.path]).toEqual([400, path]);
  }
});

test("a search term is a transaction's id, a card's id or code in any spelling, or a reference", async () => {
  const { owner, given } = await storeWithMovements();
  const { card, transaction } = given;
  const code = openCode(card);
  const means = async (headers: Record<string, string>, term: string) =>
    (await send(understand, "POST", { headers, body: { term } })).body;
  const isCard = { kind: "card", id: card.id, last4: code.slice(-4) };
  expect(await means(owner.headers, transaction.id.toUpperCase())).toEqual({
    kind: "transaction",
    id: transaction.id,
  });
  expect(await means(owner.headers, ` ${card.id}`)).toEqual(isCard);
  expect(await means(owner.headers, code.toLowerCase().replaceAll("-", " "))).toEqual(isCard);
  expect(await means(owner.headers, "receipt-8")).toEqual({
    kind: "reference",
    reference: "receipt-8",
  });
  const stranger = await storeWithPeople();
  for (const term of [transaction.id, card.id]) {
    expect(await means(stranger.owner.headers, term)).toEqual({
      kind: "reference",
      reference: term,
    });
  }
  expect(await means(stranger.owner.headers, code)).toEqual({ kind: "unknown" });
});

test("another store's movement is absent, and no key opens these routes", async () => {
  const { given, merchantId } = await storeWithMovements();
  const stranger = await storeWithPeople();
  const headers = stranger.owner.headers;
  const bytes = async (id: string) => {
    const answer = await send(one, "GET", { headers, id });
    expect(answer.status).toBe(404);
    return answer.text.replace(/req_[0-9a-f-]+/, "");
  };
  expect(await bytes(given.transaction.id)).toBe(await bytes(newId()));
  const foreign = { cardUuid: given.card.id };
  expect((await send(list, "GET", { headers, query: foreign })).body.movements).toEqual([]);

  const { secret } = await createKey(operatorContext(merchantId), {
    name: "All",
    shape: "A",
    scopes: API_SCOPES,
    expiresAt: null,
  });
  for (const route of [list, counts, actors, file, one]) {
    const key = { Authorization: `Bearer ${secret}` };
    expect((await send(route, "GET", { headers: key, id: newId() })).status).toBe(403);
    expect((await send(route, "GET", { id: newId() })).status).toBe(401);
  }
});
