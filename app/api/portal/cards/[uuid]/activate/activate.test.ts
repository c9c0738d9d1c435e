import { expect, test } from "vitest";
import { create } from "@/lib/cards/create";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { operatorContext } from "@/lib/merchants/operator";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as route from "./route";

useTestDatabase();

const paid = { amountCents: 2_500, note: "Paid in cash", referenceId: "receipt-7" };

async function storeWithUnsoldCard() {
  const store = await storeWithPeople();
  const { card } = await create(operatorContext(store.merchantId), {
    currency: "USD",
    cardType: "digital",
  });
  const activateAs = (headers: Record<string, string>, body: object, uuid = card.id) =>
    send(route, "POST", { headers, params: { uuid }, body });
  const row = async () =>
    (await pg()`select status, balance_cents::int as cents from cards where id = ${card.id}`)[0];
  return { ...store, card, activateAs, row };
}

test("a card is activated with a note and a reference that its first movement keeps", async () => {
  const { owner, activateAs, row } = await storeWithUnsoldCard();
  const body = { ...paid, consumerEmail: "ada@example.com" };
  const answer = await activateAs(owner.headers, body);
  expect(answer.status).toBe(200);
  expect(answer.body.card).toMatchObject({ status: "active", ownerEmail: "ada@example.com" });
  const { transaction } = answer.body;
  expect(transaction).toMatchObject({ description: "Paid in cash", referenceId: "receipt-7" });
  const [kept] = await pg()`select note, reference_id as ref, actor from transactions
    where id = ${transaction.id}`;
  expect(kept).toEqual({ note: paid.note, ref: paid.referenceId, actor: `user:${owner.userId}` });
  expect(await row()).toEqual({ status: "active", cents: 2_500 });
});

test("sent twice under one Idempotency-Key it loads the card once", async () => {
  const { owner, activateAs, row } = await storeWithUnsoldCard();
  const headers = { ...owner.headers, "Idempotency-Key": newId() };
  const [first, second] = [await activateAs(headers, paid), await activateAs(headers, paid)];
  expect([first.status, second.text]).toEqual([200, first.text]);
  expect(await row()).toEqual({ status: "active", cents: 2_500 });
});

test("a viewer activates nothing: 403; another store's card is absent: 404", async () => {
  const { join, activateAs, row } = await storeWithUnsoldCard();
  const stranger = await storeWithPeople();
  expect((await activateAs((await join("viewer")).headers, paid)).status).toBe(403);
  expect((await activateAs(stranger.owner.headers, paid)).status).toBe(404);
  expect(await row()).toEqual({ status: "inactive", cents: 0 });
});

test.each([
  ["amountCents", { amountCents: 0 }],
  ["note", { note: "x".repeat(501) }],
  ["referenceId", { referenceId: "x".repeat(256) }],
  ["currency", { currency: "USD" }],
])("a wrong %s is a 400 that names it", async (path, wrong) => {
  const { owner, activateAs, row } = await storeWithUnsoldCard();
  const answer = await activateAs(owner.headers, { ...paid, ...wrong });
  expect([answer.status, answer.body.fields?.[0].path]).toEqual([400, path]);
  expect(await row()).toEqual({ status: "inactive", cents: 0 });
});
