import { expect } from "vitest";
import type { Answer } from "@/e2e/support/client";
import type { pg } from "@/lib/db/client/client";
import { ABSENT_CARD, expectedStatusOf } from "@/lib/testing/api/calls";
import { expectEach } from "@/lib/testing/api/each";
import { expectInvalid, expectRefusal, expectStatus, keysOf } from "@/lib/testing/api/expectations";
import { inShapes, operations } from "@/lib/testing/api/operations";
import { waitForBatch } from "@/lib/testing/api/resources";
import { RESOURCE_KEYS } from "@/lib/testing/api/shapes";
import { openStore } from "@/lib/testing/api/store";
import { perform, sendRaw, test } from "@/lib/testing/api/test";

// Reads change nothing, so they take no Idempotency-Key.
const writeOperations = operations.filter(
  ({ method, spec }) => method === "POST" && !spec.scope?.endsWith(":read"),
);
const newKeyHeader = () => ({ "Idempotency-Key": crypto.randomUUID() });

function expectReplay(first: Answer, again: Answer): void {
  expect(again.text).toBe(first.text);
  expect(again.status).toBe(first.status);
  expect(again.headers.get("scrip-shape")).toBe(first.headers.get("scrip-shape"));
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(again.headers.get("idempotent-replayed")).toBe("true");
}

/** Counts a store's rows by table. */
async function rowCountsOf(sql: ReturnType<typeof pg>, merchantId: string) {
  const [row] = await sql`select
      (select count(*)::int from cards where merchant_id = ${merchantId}) as cards,
      (select count(*)::int from batches where merchant_id = ${merchantId}) as batches,
      (select count(*)::int from transactions where merchant_id = ${merchantId}) as moved,
      (select count(*)::int from events where merchant_id = ${merchantId}) as events,
      (select count(*)::int from webhooks where merchant_id = ${merchantId}) as webhooks,
      (select count(*)::int from webhook_deliveries where merchant_id = ${merchantId}) as deliveries,
      (select count(*)::int from outbox where merchant_id = ${merchantId}) as mails`;
  return row;
}

test("every change happens once per Idempotency-Key", async ({ cardFor, sql }) => {
  const stores = { A: await openStore(), B: await openStore() };
  const check = async ({ operation, shape }: ReturnType<typeof inShapes>[number]) => {
    const { keys, merchantId, tills } = stores[shape];
    const card = await cardFor(operation, tills.A);
    const asked = { key: keys[shape], headers: newKeyHeader() };

    const first = await perform(operation, card, asked);
    // The cards are created after the response.
    if (operation.path === "/batches") await waitForBatch(tills.A, first.body.id);
    const after = await rowCountsOf(sql, merchantId);
    const again = await perform(operation, card, asked);

    expectStatus(first, expectedStatusOf(operation));
    expectReplay(first, again);
    expect(await rowCountsOf(sql, merchantId)).toEqual(after);
  };
  // One at a time: the rows are counted.
  await expectEach(inShapes(writeOperations), check, 1);
});

test("every change refuses an invalid Idempotency-Key", async ({ cardFor }) => {
  const { keyA: key, tills } = await openStore();
  await expectEach(writeOperations, async (operation) => {
    const card = await cardFor(operation, tills.A);
    const ask = (name: string) =>
      perform(operation, card, { key, headers: { "Idempotency-Key": name } });
    for (const name of ["", "x".repeat(256), "two words", "caf\u00e9"]) {
      expectInvalid(await ask(name), "Idempotency-Key");
    }
    expectStatus(
      await ask(`!~${crypto.randomUUID()}`.padEnd(255, "x")),
      expectedStatusOf(operation),
    );
  });
});

test("a key with another request is a 409", async ({ activeCard, api, balanceOf }) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });
  const headers = newKeyHeader();
  await api.post(`/cards/${uuid}/debit`, { amountCents: 300 }, headers);

  const others: [path: string, body: object][] = [
    [`/cards/${uuid}/debit`, { amountCents: 301 }],
    [`/cards/${uuid}/debit`, { amountCents: 300, note: "again" }],
    [`/cards/${uuid}/credit`, { amountCents: 300 }],
    [`/cards/${crypto.randomUUID()}/debit`, { amountCents: 300 }],
    ["/cards", { currency: "USD" }],
  ];
  for (const [path, body] of others) {
    expectRefusal(await api.post(path, body, headers), 409, "idempotency_key_reused");
  }
  expect(await balanceOf(uuid)).toBe(700);
});

test("a refusal is replayed, not found too", async ({ activeCard, api, balanceOf }) => {
  const { uuid } = await activeCard({ amountCents: 100 });
  const headers = newKeyHeader();
  const debit = () => api.post(`/cards/${uuid}/debit`, { amountCents: 300 }, headers);
  const refused = await debit();
  expectRefusal(refused, 400, "insufficient_balance", ["balanceCents"]);
  await api.post(`/cards/${uuid}/credit`, { amountCents: 900 });
  expectReplay(refused, await debit());
  expect(await balanceOf(uuid)).toBe(1_000);

  const path = `/cards/${crypto.randomUUID()}/disable`;
  const another = newKeyHeader();
  const absent = await api.post(path, {}, another);
  expectRefusal(absent, 404, "not_found");
  expectReplay(absent, await api.post(path, {}, another));
});

test("early refusals leave the key free", async ({ activeCard, api, makeKey, sql }) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });
  const headers = newKeyHeader();
  const path = `/cards/${uuid}/debit`;
  const reader = await makeKey({ scopes: ["cards:read"] });
  const limited = await makeKey({ limited: true });
  await sql`insert into rate_limits (subject, bucket, hits) select ${`key:${limited.id}`}, 'money',
    array(select clock_timestamp() from generate_series(1, 50))`;

  expectInvalid(await api.post(path, { amountCents: "5" }, headers), "amountCents");
  expectRefusal(
    await reader.till.post(path, { amountCents: 5 }, headers),
    403,
    "insufficient_scope",
  );
  expectRefusal(await limited.till.post(path, { amountCents: 5 }, headers), 429, "rate_limited");
  expectStatus(await api.post(path, { amountCents: 7 }, headers), 200);
});

test("the same request in other words or another shape is replayed in its original shape", async ({
  activeCard,
  api,
  apiB,
  merchant,
}) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });
  const headers = newKeyHeader();
  const path = `/cards/${uuid}/debit`;
  const first = await apiB.post(path, { amountCents: 300, note: "A mug" }, headers);
  expect(keysOf(first.body)).toEqual(RESOURCE_KEYS.debitB);

  expectReplay(first, await api.post(path, { amountCents: 300, note: "A mug" }, headers));
  const json = { ...headers, "Content-Type": "application/json; charset=utf-8" };
  const words = '{ "note": "A\\u0020mug", "amountCents": 300.0 }';
  expectReplay(
    first,
    await sendRaw({ method: "POST", path }, ABSENT_CARD, merchant.keyB, words, json),
  );
});

test("a key is kept for 24 hours", async ({ activeCard, api, balanceOf, sql }) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });
  const headers = newKeyHeader();
  const key = headers["Idempotency-Key"];
  const debit = (amountCents: number) => api.post(`/cards/${uuid}/debit`, { amountCents }, headers);
  const first = await debit(300);

  await sql`update idempotency_keys set created_at = now() - interval '23 hours 59 minutes'
    where key = ${key}`;
  expectReplay(first, await debit(300));
  expect(await balanceOf(uuid)).toBe(700);

  await sql`update idempotency_keys set created_at = now() - interval '24 hours' where key = ${key}`;
  const second = await debit(200);
  expectStatus(second, 200);
  expect(await balanceOf(uuid)).toBe(500);
  expectReplay(second, await debit(200));
});
