import { expect } from "vitest";
import { expectStatus, keysOf } from "@/lib/testing/api/expectations";
import { RESOURCE_KEYS, SHAPES } from "@/lib/testing/api/shapes";
import { test } from "@/lib/testing/api/test";

type Row = { id: string; cardUuid: string; type: string; amountCents: number; createdAt: string };

const amountsOf = (body: { transactions: Row[] }) =>
  body.transactions.map(({ amountCents }) => amountCents);

for (const shape of SHAPES) {
  test(`transactions are listed newest first (Shape ${shape})`, async ({ activeCard, tills }) => {
    const first = await activeCard({ amountCents: 1_000 });
    const second = await activeCard({ amountCents: 2_000, currency: "EUR" });
    await tills.A.post(`/cards/${first.uuid}/debit`, { amountCents: 300, note: "A mug" });

    const list = await tills[shape].get("/transactions");

    expectStatus(list, 200);
    expect(keysOf(list.body)).toEqual(RESOURCE_KEYS.page[shape]("transactions"));
    expect(list.body).toMatchObject({ total: 3, limit: 20, offset: 0 });
    for (const row of list.body.transactions)
      expect(keysOf(row)).toEqual([...RESOURCE_KEYS.transaction, "actor"].sort());
    const onCard = (await tills[shape].get(`/cards/${second.uuid}`)).body.transactions;
    expect(list.body.transactions[1]).toMatchObject(onCard[0]);
    expect(onCard).toHaveLength(1);
    expect(list.body.transactions).toMatchObject([
      { cardUuid: first.uuid, type: "spend", amountCents: 300, description: "A mug" },
      { cardUuid: second.uuid, type: "load", amountCents: 2_000, currency: "EUR" },
      { cardUuid: first.uuid, type: "load", amountCents: 1_000, description: "Loaded" },
    ]);
  });
}

test("filters narrow the list, each with its exact total", async ({ activeCard, api }) => {
  const first = await activeCard({ amountCents: 1_000 });
  const second = await activeCard({ amountCents: 2_000 });
  const spend = (uuid: string, amountCents: number, referenceId: string) =>
    api.post(`/cards/${uuid}/debit`, { amountCents, referenceId });
  await spend(first.uuid, 1, "till 7/1");
  await spend(second.uuid, 2, "till 7/1");
  await spend(second.uuid, 3, "till 7/2");

  const expected: [query: string, amounts: number[]][] = [
    [`cardUuid=${first.uuid}`, [1, 1_000]],
    [`cardUuid=${second.uuid.toUpperCase()}`, [3, 2, 2_000]],
    ["type=spend", [3, 2, 1]],
    ["type=load", [2_000, 1_000]],
    ["type=gift_sent", []],
    ["status=completed", [3, 2, 1, 2_000, 1_000]],
    ["status=pending", []],
    ["referenceId=till%207%2F1", [2, 1]],
    [`cardUuid=${second.uuid}&type=spend`, [3, 2]],
    [`cardUuid=${second.uuid}&referenceId=till%207%2F2`, [3]],
    [`cardUuid=${crypto.randomUUID()}`, []],
  ];
  for (const [query, amounts] of expected) {
    const { body } = await api.get(`/transactions?${query}`);
    expect(amountsOf(body), query).toEqual(amounts);
    expect(body.total, query).toBe(amounts.length);
  }
});

test("`from` is included and `to` is not", async ({ activeCard, api }) => {
  await activeCard({ amountCents: 1_000 });
  const [{ createdAt }] = (await api.get("/transactions")).body.transactions;
  const later = new Date(Date.parse(createdAt) + 1).toISOString();
  const inTokyo = `${new Date(Date.parse(createdAt) + 9 * 3_600_000).toISOString().slice(0, -1)}+09:00`;

  for (const [query, total] of [
    [`from=${createdAt}`, 1],
    [`from=${later}`, 0],
    [`to=${createdAt}`, 0],
    [`to=${later}`, 1],
    [`from=${createdAt}&to=${later}`, 1],
    [`from=${encodeURIComponent(inTokyo)}`, 1],
    ["to=2020-01-01T00:00:00Z", 0],
  ] as const) {
    const { body } = await api.get(`/transactions?${query}`);
    expect([body.total, body.transactions.length], query).toEqual([total, total]);
  }
});
