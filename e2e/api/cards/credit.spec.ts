import { expect } from "@playwright/test";
import { expectRefusal, expectStatus, keysOf } from "../support/expectations";
import { asCardA, NAMES, SHAPES } from "../support/shapes";
import { test } from "../support/test";

const LARGEST_CENTS = Number.MAX_SAFE_INTEGER;

for (const shape of SHAPES) {
  test(`a credit adds to the balance (Shape ${shape})`, async ({ activeCard, tills }) => {
    const { uuid } = await activeCard({ amountCents: 1_000 });

    const wanted = { amountCents: 250, note: "Refund of a mug", referenceId: "refund-3" };
    const added = await tills[shape].post(`/cards/${uuid}/credit`, wanted);

    expectStatus(added, 200);
    expect(keysOf(added.body)).toEqual(NAMES.movement);
    expect(keysOf(added.body.card)).toEqual(NAMES.card[shape]);
    expect(keysOf(added.body.transaction)).toEqual(NAMES.transaction);
    expect(asCardA(added.body.card)).toMatchObject({ uuid, balanceCents: 1_250 });
    expect(added.body.transaction).toMatchObject({
      cardUuid: uuid,
      type: "load",
      amountCents: 250,
      currency: "USD",
      description: "Refund of a mug",
      referenceId: "refund-3",
      status: "completed",
      balanceAfterCents: 1_250,
      sequence: 2,
    });
  });

  test(`no balance exceeds 2^53−1 (Shape ${shape})`, async ({ activeCard, balanceOf, tills }) => {
    const { uuid } = await activeCard({ amountCents: LARGEST_CENTS - 1 });
    expectStatus(await tills[shape].post(`/cards/${uuid}/credit`, { amountCents: 1 }), 200);
    expect(await balanceOf(uuid)).toBe(LARGEST_CENTS);

    for (const amountCents of [1, LARGEST_CENTS]) {
      const refused = await tills[shape].post(`/cards/${uuid}/credit`, { amountCents });
      expectRefusal(refused, 400, "balance_limit_exceeded");
    }
    expect(await balanceOf(uuid)).toBe(LARGEST_CENTS);
  });
}

test("without a note the description says what happened", async ({ activeCard, api }) => {
  const { uuid } = await activeCard({ amountCents: 500 });
  const { transaction } = (await api.post(`/cards/${uuid}/credit`, { amountCents: 1 })).body;
  expect(transaction.description).toBe("Loaded");
});

test("a credit revives an expired card", async ({ activeCard, api, sql }) => {
  const card = await activeCard({ amountCents: 500 });
  await sql`update cards set expires_on = current_date - 2 where id = ${card.uuid}`;

  const revived = await api.post(`/cards/${card.uuid}/credit`, { amountCents: 100 });

  expectStatus(revived, 200);
  expect(revived.body.card.expiresOn >= card.expiresOn).toBe(true);
  expectStatus(await api.post(`/cards/${card.uuid}/debit`, { amountCents: 600 }), 200);
});

test("concurrent credits and debits add up", { tag: "@instances" }, async ({
  activeCard,
  api,
  balanceOf,
}) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      api.post(`/cards/${uuid}/${index % 2 ? "credit" : "debit"}`, { amountCents: index + 1 }),
    ),
  );

  for (const answer of answers) expectStatus(answer, 200);
  expect(await balanceOf(uuid)).toBe(1_020);
});
