import { expect } from "@playwright/test";
import { runScrip } from "../../support/run-scrip-command";
import { expectRefusal, expectStatus, ISO_INSTANT, tally, UUID } from "../support/expectations";
import { SHAPES } from "../support/shapes";
import { test } from "../support/test";

test("a debit in Shape A answers the card and the transaction", async ({ activeCard, api }) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });

  const spent = await api.post(`/cards/${uuid}/debit`, {
    amountCents: 300,
    note: "Two coffees ☕",
    referenceId: "receipt-7",
  });

  expectStatus(spent, 200);
  expect(spent.body.card).toMatchObject({ uuid, balanceCents: 700, status: "active" });
  expect(spent.body.transaction).toEqual({
    id: expect.stringMatching(UUID),
    cardUuid: uuid,
    type: "spend",
    amountCents: 300,
    currency: "USD",
    description: "Two coffees ☕",
    status: "completed",
    referenceId: "receipt-7",
    source: null,
    metadata: {},
    balanceAfterCents: 700,
    sequence: 2,
    createdAt: expect.stringMatching(ISO_INSTANT),
  });
});

test("a debit in Shape B answers the balance before and after", async ({ activeCard, apiB }) => {
  const { uuid } = await activeCard({ amountCents: 1_000, currency: "EUR" });

  const spent = await apiB.post(`/cards/${uuid}/debit`, { amountCents: 300 });

  expectStatus(spent, 200);
  expect(spent.body).toEqual({
    uuid,
    previousBalanceCents: 1_000,
    newBalanceCents: 700,
    availableCents: 700,
    currency: "EUR",
  });
});

for (const shape of SHAPES) {
  test(`a debit never exceeds the balance (Shape ${shape})`, async ({ activeCard, tills }) => {
    const { uuid } = await activeCard({ amountCents: 500 });
    const debit = (amountCents: number) =>
      tills[shape].post(`/cards/${uuid}/debit`, { amountCents });
    const read = async () => (await tills.A.get(`/cards/${uuid}`)).body;

    const refused = await debit(501);
    expectRefusal(refused, 400, "insufficient_balance", ["balanceCents"]);
    expect(refused.body.balanceCents).toBe(500);
    expect(await read()).toMatchObject({ balanceCents: 500, transactions: [{ sequence: 1 }] });

    expectStatus(await debit(500), 200);
    expect(await read()).toMatchObject({ balanceCents: 0, status: "active" });
    const empty = await debit(1);
    expectRefusal(empty, 400, "insufficient_balance", ["balanceCents"]);
    expect(empty.body.balanceCents).toBe(0);
  });

  test(`a debit of an expired card is refused (Shape ${shape})`, async ({
    activeCard,
    balanceOf,
    sql,
    tills,
  }) => {
    const { uuid } = await activeCard({ amountCents: 500 });
    await sql`update cards set expires_on = current_date - 2 where id = ${uuid}`;

    for (const amountCents of [1, 501]) {
      const refused = await tills[shape].post(`/cards/${uuid}/debit`, { amountCents });
      expectRefusal(refused, 400, "card_expired");
    }
    expect(await balanceOf(uuid)).toBe(500);
  });
}

test("a transaction without a note has a default description", async ({ activeCard, api }) => {
  const { uuid } = await activeCard({ amountCents: 500 });
  for (const body of [{ amountCents: 1 }, { amountCents: 1, note: "", referenceId: "" }]) {
    const { transaction } = (await api.post(`/cards/${uuid}/debit`, body)).body;
    expect(transaction).toMatchObject({ description: "Redeemed", referenceId: null });
  }
});

test("concurrent debits never overdraw @instances", async ({ activeCard, api, balanceOf, sql }) => {
  const { uuid } = await activeCard({ amountCents: 100 });

  const answers = await Promise.all(
    Array.from({ length: 200 }, () => api.post(`/cards/${uuid}/debit`, { amountCents: 1 })),
  );

  expect(tally(answers)).toEqual({ "200": 100, "400 insufficient_balance": 100 });
  expect(await balanceOf(uuid)).toBe(0);
  const rows = await sql`select sequence::int, balance_after_cents::int as left from transactions
    where card_id = ${uuid} and type = 'spend' order by sequence`;
  expect([...rows]).toEqual(
    Array.from({ length: 100 }, (_, index) => ({ sequence: index + 2, left: 99 - index })),
  );
  const { code, body } = await runScrip("ledger", "verify");
  expect({ code, problems: body.problems }).toEqual({ code: 0, problems: [] });
});
