import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { cardIdsOf, makeFinishedBatch } from "@/lib/testing/batches";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { addMember, auditOf, callerOf } from "@/lib/testing/portal";
import { storeWithTill } from "@/lib/testing/till";
import { storeWithOpenTill } from "@/lib/testing/till-device";

const PRINTED = { amountCents: 4_000, quantity: 6 };
const REFUSED = { error: "amount_not_allowed", expectedAmountCents: 4_000 };

const balanceOf = async (id: string) =>
  (await pg()`select balance_cents::int as cents from cards where id = ${id}`)[0]?.cents;

test("a key sells a card with a printed amount for this amount alone, named or not", async () => {
  for (const shape of ["A", "B"] as const) {
    const { keyed, ...store } = await storeWithTill(shape);
    const [one = "", two = "", three = ""] = await cardIdsOf(
      await makeFinishedBatch(store, PRINTED),
    );
    const sell = (id: string, body: object) =>
      keyed(`/cards/${id}/activate`, { currency: "USD", ...body });
    for (const amountCents of [400, 4_001, 40_000]) {
      expect((await sell(one, { amountCents })).body).toMatchObject(REFUSED);
      const load = { cardUuid: one, amountCents, currency: "USD" };
      expect((await keyed("/cards/load", load)).body).toMatchObject(REFUSED);
    }
    expect(await balanceOf(one)).toBe(0);
    expect((await sell(one, {})).status).toBe(200);
    expect((await sell(two, { amountCents: 4_000 })).status).toBe(200);
    await keyed("/cards/load", { cardUuid: three, amountCents: 4_000, currency: "USD" });
    expect(await Promise.all([one, two, three].map(balanceOf))).toEqual([4_000, 4_000, 4_000]);
    // Once sold, it is topped up by any amount.
    const more = { cardUuid: one, amountCents: 15, currency: "USD" };
    expect((await keyed("/cards/load", more)).status).toBe(200);
  }
  await expectNoProblems();
});

test("a card without a printed amount needs one, and takes any", async () => {
  const { keyed, ...store } = await storeWithTill("B");
  const [id = ""] = await cardIdsOf(await makeFinishedBatch(store, { quantity: 1 }));
  const refused = await keyed(`/cards/${id}/activate`, { currency: "USD" });
  expect(refused.body).toMatchObject({
    error: "invalid_request",
    fields: [{ path: "amountCents" }],
  });
  expect((await keyed(`/cards/${id}/activate`, { amountCents: 7, currency: "USD" })).status).toBe(
    200,
  );
});

test("a till shows the printed amount, and can't sell the card for another", async () => {
  const { operate, till, ctx } = await storeWithOpenTill();
  const batch = await makeFinishedBatch(
    { ctx } as Parameters<typeof makeFinishedBatch>[0],
    PRINTED,
  );
  const [uuid = ""] = await cardIdsOf(batch);
  expect((await till.get(`/cards/${uuid}`)).body.card.denominationCents).toBe(4_000);
  const refused = await operate(`/cards/${uuid}/load`, { amountCents: 250 });
  expect(refused.body).toMatchObject(REFUSED);
  const sold = await operate(`/cards/${uuid}/load`, { amountCents: 4_000 });
  expect(sold.body.card).toMatchObject({ balanceCents: 4_000, denominationCents: null });
});

test("a manager overrides a printed amount with a word in the audit log, a viewer can't sell at all", async () => {
  const store = await storeWithTill();
  const batchId = await makeFinishedBatch(store, PRINTED);
  const [one = "", two = ""] = await cardIdsOf(batchId);
  const as = async (role: "manager" | "viewer") => callerOf(await addMember(store.id, role));
  const [manager, viewer] = [await as("manager"), await as("viewer")];
  expect((await manager.get(`/cards/${one}`)).body.denominationCents).toBe(4_000);
  const path = `/cards/${one}/activate`;
  expect((await manager.post(path, { amountCents: 900 })).body).toMatchObject(REFUSED);
  expect((await viewer.post(path, { amountCents: 900, anyAmount: true })).status).toBe(403);
  expect((await manager.post(path, { amountCents: 900, anyAmount: true })).status).toBe(200);
  expect(await balanceOf(one)).toBe(900);
  const overridden = await auditOf(store.id, "card.amount_overridden");
  expect(overridden).toMatchObject([
    { subjectId: one, details: { amountCents: 900, expectedAmountCents: 4_000 } },
  ]);
  const same = { amountCents: 4_000, anyAmount: true };
  const [, , , , , last = ""] = await cardIdsOf(batchId);
  expect((await manager.post(`/cards/${last}/activate`, same)).status).toBe(200);
  expect(await auditOf(store.id, "card.amount_overridden")).toHaveLength(1);

  const range = { from: 3, to: 4, amountCents: 111 };
  expect((await manager.post(`/batches/${batchId}/activate`, range)).body).toMatchObject(REFUSED);
  const bulk = { cardUuids: [two], amountCents: 5, currency: "USD" };
  expect((await manager.post("/cards/bulk/activate", bulk)).body).toMatchObject({
    changed: [],
    skipped: [{ cardUuid: two, reason: "amount_not_allowed" }],
  });
  expect(await balanceOf(two)).toBe(0);
});
