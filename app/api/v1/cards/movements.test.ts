import { expect } from "vitest";
import {
  expectInvalid,
  expectRefusal,
  expectStatus,
  ISO_INSTANT,
  UUID,
} from "@/lib/testing/api/expectations";
import { asCardA, SHAPES } from "@/lib/testing/api/shapes";
import { test } from "@/lib/testing/api/test";

for (const shape of SHAPES) {
  test(`activation by the card's owner gives the first balance (Shape ${shape})`, async ({
    newCard,
    tills,
  }) => {
    const { uuid } = await newCard({ ownerEmail: "ada@example.com" });

    const wanted = { amountCents: 2_500, currency: "USD", consumerEmail: "Ada@Example.com" };
    const activated = await tills[shape].post(`/cards/${uuid}/activate`, wanted);

    expectStatus(activated, 200);
    expect(asCardA(activated.body)).toMatchObject({
      uuid,
      balanceCents: 2_500,
      status: "active",
      ownerEmail: "ada@example.com",
    });
    const { transactions } = (await tills.A.get(`/cards/${uuid}`)).body;
    expect(transactions).toMatchObject([
      { type: "load", amountCents: 2_500, balanceAfterCents: 2_500, sequence: 1 },
    ]);
  });
}

test("currency is optional in Shape A and required in Shape B", async ({ newCard, tills }) => {
  const { uuid } = await newCard();
  const activate = { amountCents: 100 };
  expectInvalid(await tills.B.post(`/cards/${uuid}/activate`, activate), "currency");
  expectStatus(await tills.A.post(`/cards/${uuid}/activate`, activate), 200);
});

test("the store's validity sets the expiration date", async ({ api, newCard, sql }) => {
  const activate = async () => {
    const { uuid } = await newCard();
    return (await api.post(`/cards/${uuid}/activate`, { amountCents: 100 })).body;
  };
  const card = await activate();
  const [due] = await sql`select (((${card.updatedAt}::timestamptz at time zone time_zone)::date
      + interval '60 months')::date)::text as date from merchants where id = ${card.merchantId}`;
  expect(card.expiresOn).toBe(due?.date);

  await sql`update merchants set validity_months = null where id = ${card.merchantId}`;
  expect((await activate()).expiresOn).toBeNull();
});

for (const shape of SHAPES) {
  test(`a credit adds to the balance (Shape ${shape})`, async ({ activeCard, tills }) => {
    const { uuid } = await activeCard({ amountCents: 1_000 });

    const wanted = { amountCents: 250, referenceId: "refund-3" };
    const added = await tills[shape].post(`/cards/${uuid}/credit`, wanted);

    expectStatus(added, 200);
    expect(asCardA(added.body.card)).toMatchObject({ uuid, balanceCents: 1_250 });
    expect(added.body.transaction).toMatchObject({
      cardUuid: uuid,
      type: "load",
      amountCents: 250,
      currency: "USD",
      description: "Loaded",
      referenceId: "refund-3",
      status: "completed",
      balanceAfterCents: 1_250,
      sequence: 2,
    });
  });
}

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

for (const shape of SHAPES) {
  test(`a load activates or tops up (Shape ${shape})`, async ({ newCard, tills }) => {
    const { uuid, code } = await newCard();
    const load = (which: object) =>
      tills[shape].post("/cards/load", { ...which, amountCents: 500, note: "At the counter" });

    const first = await load({ code });
    const second = await load({ cardUuid: uuid });

    for (const [index, answer] of [first, second].entries()) {
      expectStatus(answer, 200);
      expect(asCardA(answer.body.card)).toMatchObject({
        uuid,
        status: "active",
        balanceCents: 500 * (index + 1),
      });
      expect(answer.body.transaction).toMatchObject({
        type: "load",
        amountCents: 500,
        description: "At the counter",
        sequence: index + 1,
      });
    }
  });

  test(`a load names its card exactly once (Shape ${shape})`, async ({ newCard, tills }) => {
    const { uuid: cardUuid, code } = await newCard();
    for (const which of [{}, { code, cardUuid }]) {
      const refused = await tills[shape].post("/cards/load", { ...which, amountCents: 100 });
      expectInvalid(refused, "code");
    }
    expect((await tills.A.get(`/cards/${cardUuid}`)).body.status).toBe("inactive");
  });
}

test("currency, when given, must be the card's", async ({ api, balanceOf, newCard }) => {
  const { uuid, code } = await newCard({ currency: "EUR" });
  const load = (currency: string) => api.post("/cards/load", { code, amountCents: 100, currency });

  expectRefusal(await load("USD"), 400, "currency_mismatch");
  expect(await balanceOf(uuid)).toBe(0);
  expectStatus(await load("EUR"), 200);
});
