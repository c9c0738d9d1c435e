import { expect } from "@playwright/test";
import { expectStatus, keysOf } from "../support/expectations";
import { asCardA, RESOURCE_KEYS, SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`a card has its ten newest transactions (Shape ${shape})`, async ({ newCard, tills }) => {
    const { uuid } = await newCard();
    const before = await tills[shape].get(`/cards/${uuid}`);
    expect(before.body).toMatchObject({ transactions: [], hasMoreTransactions: false });
    await tills.A.post(`/cards/${uuid}/activate`, { amountCents: 1_000 });
    const one = await tills[shape].get(`/cards/${uuid}`);
    expect(one.body).toMatchObject({ transactions: [{}], hasMoreTransactions: false });
    for (let cents = 1; cents <= 10; cents++) {
      expectStatus(await tills.A.post(`/cards/${uuid}/debit`, { amountCents: cents }), 200);
    }

    const read = await tills[shape].get(`/cards/${uuid.toUpperCase()}`);

    expectStatus(read, 200);
    expect(keysOf(read.body)).toEqual(RESOURCE_KEYS.cardWithHistory[shape]);
    expect(asCardA(read.body)).toMatchObject({ uuid, balanceCents: 945, status: "active" });
    const { transactions, hasMoreTransactions } = read.body;
    expect(transactions.map((t: { amountCents: number }) => t.amountCents)).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    expect(transactions.map((t: { sequence: number }) => t.sequence)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
    ]);
    expect(hasMoreTransactions).toBe(true);
    for (const transaction of transactions) {
      expect(keysOf(transaction)).toEqual(RESOURCE_KEYS.transaction);
      expect(transaction).toMatchObject({ cardUuid: uuid, type: "spend", status: "completed" });
    }
  });
}
