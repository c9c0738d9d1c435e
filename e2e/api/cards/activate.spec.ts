import { expect } from "@playwright/test";
import { expectInvalid, expectRefusal, expectStatus } from "../support/expectations";
import { asCardA, SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`activation gives the first balance (Shape ${shape})`, async ({ newCard, tills }) => {
    const { uuid } = await newCard();

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

  test(`An activation is refused by the card's status, then its currency, then its owner, and moves nothing (Shape ${shape}) @instances`, async ({
    activeCard,
    balanceOf,
    newCard,
    tills,
  }) => {
    const active = await activeCard({ amountCents: 1 });
    const { uuid } = await newCard({ ownerEmail: "ada@example.com" });
    const wanted = { amountCents: 100, currency: "EUR", consumerEmail: "eve@example.com" };
    const activate = (of: string, changes: object = {}) =>
      tills[shape].post(`/cards/${of}/activate`, { ...wanted, ...changes });

    expectRefusal(await activate(active.uuid), 409, "card_already_active");
    expect(await balanceOf(active.uuid)).toBe(1);
    expectRefusal(await activate(uuid), 400, "currency_mismatch");
    expectRefusal(await activate(uuid, { currency: "USD" }), 409, "card_already_claimed");
    expect((await tills.A.get(`/cards/${uuid}`)).body).toMatchObject({
      status: "inactive",
      balanceCents: 0,
      ownerEmail: "ada@example.com",
      transactions: [],
    });
    const own = { currency: "USD", consumerEmail: "ADA@example.com" };
    expectStatus(await activate(uuid, own), 200);
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
