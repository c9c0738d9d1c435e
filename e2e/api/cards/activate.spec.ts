import { expect } from "@playwright/test";
import { expectInvalid, expectRefusal, expectStatus, keysOf, tally } from "../support/expectations";
import { raceOn } from "../support/race";
import { asCardA, NAMES, SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`POST /cards/{uuid}/activate gives the card its first balance (Shape ${shape})`, async ({
    newCard,
    sql,
    tills,
  }) => {
    const { uuid } = await newCard();

    const activated = await tills[shape].post(`/cards/${uuid}/activate`, {
      amountCents: 2_500,
      currency: "USD",
    });

    expectStatus(activated, 200);
    expect(keysOf(activated.body)).toEqual(NAMES.card[shape]);
    const card = asCardA(activated.body);
    expect(card).toMatchObject({ uuid, balanceCents: 2_500, status: "active", ownerEmail: null });
    const { transactions } = (await tills.A.get(`/cards/${uuid}`)).body;
    expect(transactions).toMatchObject([
      { type: "load", amountCents: 2_500, balanceAfterCents: 2_500, sequence: 1 },
    ]);
    const events = await sql`select event, amount_cents::int, new_balance_cents::int, sequence::int
      from events where card_id = ${uuid} order by event`;
    const facts = { amount_cents: 2_500, new_balance_cents: 2_500, sequence: 1 };
    expect([...events]).toEqual([
      { event: "card.activated", ...facts },
      { event: "card.balance_changed", ...facts },
    ]);
  });

  test(`Activation in another currency moves nothing (Shape ${shape})`, async ({
    newCard,
    tills,
  }) => {
    const { uuid } = await newCard({ currency: "EUR" });

    const wanted = { amountCents: 100, currency: "USD" };
    const refused = await tills[shape].post(`/cards/${uuid}/activate`, wanted);

    expectRefusal(refused, 400, "currency_mismatch");
    const { body } = await tills.A.get(`/cards/${uuid}`);
    expect(body).toMatchObject({ status: "inactive", balanceCents: 0, transactions: [] });
  });

  test(`consumerEmail claims the card and invites the consumer (Shape ${shape})`, async ({
    newCard,
    sql,
    tills,
  }) => {
    const { uuid } = await newCard();

    const wanted = { amountCents: 100, currency: "USD", consumerEmail: "Ada@Example.com" };
    const activated = await tills[shape].post(`/cards/${uuid}/activate`, wanted);

    expect(asCardA(activated.body).ownerEmail).toBe("ada@example.com");
    const mails = await sql`select payload->>'to' as to, payload->>'template' as template
      from outbox where kind = 'email' and payload->>'cardId' = ${uuid}`;
    expect([...mails]).toEqual([{ to: "ada@example.com", template: "card_invitation" }]);
  });

  test(`consumerEmail other than the owner's is a 409, and nothing moves (Shape ${shape})`, async ({
    newCard,
    tills,
  }) => {
    const { uuid } = await newCard({ ownerEmail: "ada@example.com" });
    const activate = (consumerEmail: string) =>
      tills[shape].post(`/cards/${uuid}/activate`, {
        amountCents: 100,
        currency: "USD",
        consumerEmail,
      });

    expectRefusal(await activate("grace@example.com"), 409, "card_already_claimed");
    expect((await tills.A.get(`/cards/${uuid}`)).body).toMatchObject({
      status: "inactive",
      balanceCents: 0,
      ownerEmail: "ada@example.com",
    });
    expectStatus(await activate("ADA@example.com"), 200);
  });
}

test("currency is optional in Shape A and required in Shape B", async ({ newCard, tills }) => {
  const { uuid } = await newCard();
  const activate = { amountCents: 100 };
  expectInvalid(await tills.B.post(`/cards/${uuid}/activate`, activate), "currency");
  expectStatus(await tills.A.post(`/cards/${uuid}/activate`, activate), 200);
});

test("activation of an active card is a 409, of a disabled one a 400", async ({
  activeCard,
  api,
  balanceOf,
}) => {
  const { uuid } = await activeCard({ amountCents: 100 });
  const again = () => api.post(`/cards/${uuid}/activate`, { amountCents: 900 });

  expectRefusal(await again(), 409, "card_already_active");
  expect(await balanceOf(uuid)).toBe(100);
  await api.post(`/cards/${uuid}/disable`);
  expectRefusal(await again(), 400, "card_not_active");
});

test("the balance can be spent until the store's validity has passed", async ({
  api,
  newCard,
  sql,
}) => {
  const { uuid } = await newCard();
  const { body } = await api.post(`/cards/${uuid}/activate`, { amountCents: 100 });

  const [due] = await sql`select (((${body.updatedAt}::timestamptz at time zone time_zone)::date
      + interval '60 months')::date)::text as date from merchants where id = ${body.merchantId}`;
  expect(body.expiresOn).toBe(due?.date);
});

test("a store whose balances never expire has expiresOn null", async ({
  api,
  merchant,
  newCard,
  sql,
}) => {
  await sql`update merchants set validity_months = null where id = ${merchant.merchantId}`;
  const { uuid } = await newCard();
  const { body } = await api.post(`/cards/${uuid}/activate`, { amountCents: 100 });
  expect(body.expiresOn).toBeNull();
});

test("thirty concurrent activations: one succeeds, the others are conflicts", {
  tag: "@instances",
}, async ({ api, balanceOf, newCard, sql }) => {
  const { uuid } = await newCard();

  const activate = (index: number) =>
    api.post(`/cards/${uuid}/activate`, { amountCents: 100 + index });
  const answers = await raceOn(sql, uuid, activate, 30);

  expect(tally(answers)).toEqual({ "200": 1, "409 card_already_active": 29 });
  const winner = answers.find(({ status }) => status === 200);
  expect(await balanceOf(uuid)).toBe(winner?.body.balanceCents);
  const [moved] = await sql`select count(*)::int from transactions where card_id = ${uuid}`;
  expect(moved?.count).toBe(1);
});
