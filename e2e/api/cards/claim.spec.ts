import { expect } from "@playwright/test";
import { expectInvalid, expectRefusal, expectStatus, keysOf, tally } from "../support/expectations";
import { raceOn } from "../support/race";
import { NAMES, SHAPES } from "../support/shapes";
import { test } from "../support/test";

test("a claim in Shape A answers the Card with its owner", async ({ activeCard, api }) => {
  const { uuid } = await activeCard({ amountCents: 500 });

  const claimed = await api.post(`/cards/${uuid}/claim`, { email: "Ada@Example.com" });

  expectStatus(claimed, 200);
  expect(keysOf(claimed.body)).toEqual(NAMES.card.A);
  expect(claimed.body).toMatchObject({ uuid, ownerEmail: "ada@example.com", balanceCents: 500 });
});

test("a claim in Shape B answers uuid, email, balanceCents and expiresOn", async ({
  activeCard,
  apiB,
}) => {
  const { uuid, expiresOn } = await activeCard({ amountCents: 500 });

  const claimed = await apiB.post(`/cards/${uuid}/claim`, { email: "Ada@Example.com" });

  expectStatus(claimed, 200);
  expect(keysOf(claimed.body)).toEqual(NAMES.claimB);
  expect(claimed.body).toEqual({ uuid, email: "ada@example.com", balanceCents: 500, expiresOn });
  expect(claimed.body.expiresOn).toMatch(/^\d{4}-\d\d-\d\d$/);
});

for (const shape of SHAPES) {
  test(`A claim invites the consumer once; the same consumer again is a 200 (Shape ${shape})`, async ({
    activeCard,
    sql,
    tills,
  }) => {
    const { uuid } = await activeCard({ amountCents: 500 });
    const claim = (email: string) => tills[shape].post(`/cards/${uuid}/claim`, { email });

    const first = await claim("ada@example.com");
    const again = await claim("ADA@example.com");

    expectStatus(again, 200);
    expect(again.text).toBe(first.text);
    const mails = await sql`select payload->>'to' as to, payload->>'template' as template
      from outbox where kind = 'email' and payload->>'cardId' = ${uuid}`;
    expect([...mails]).toEqual([{ to: "ada@example.com", template: "card_invitation" }]);
  });

  test(`A claim by another consumer is a 409, and the owner stays (Shape ${shape})`, async ({
    newCard,
    tills,
  }) => {
    const { uuid } = await newCard({ ownerEmail: "ada@example.com" });
    await tills.A.post(`/cards/${uuid}/activate`, { amountCents: 500 });

    const refused = await tills[shape].post(`/cards/${uuid}/claim`, { email: "eve@example.com" });

    expectRefusal(refused, 409, "card_already_claimed");
    expect((await tills.A.get(`/cards/${uuid}`)).body.ownerEmail).toBe("ada@example.com");
  });

  test(`A claim of a card that is not active is a 400, its owner notwithstanding (Shape ${shape})`, async ({
    newCard,
    tills,
  }) => {
    const inactive = await newCard();
    const disabled = await newCard({ ownerEmail: "ada@example.com" });
    await tills.A.post(`/cards/${disabled.uuid}/activate`, { amountCents: 500 });
    await tills.A.post(`/cards/${disabled.uuid}/disable`);

    for (const { uuid } of [inactive, disabled]) {
      for (const email of ["ada@example.com", "eve@example.com"]) {
        const refused = await tills[shape].post(`/cards/${uuid}/claim`, { email });
        expectRefusal(refused, 400, "card_not_active");
      }
    }
  });

  test(`A claim that does not say who claims is a 400 (Shape ${shape})`, async ({
    activeCard,
    tills,
  }) => {
    const { uuid } = await activeCard({ amountCents: 500 });
    for (const body of [undefined, {}, { email: "" }, { email: "ada" }, { email: null }]) {
      expectInvalid(await tills[shape].post(`/cards/${uuid}/claim`, body), "email");
    }
    expect((await tills.A.get(`/cards/${uuid}`)).body.ownerEmail).toBeNull();
  });

  test(`A claimCode must be this card's (Shape ${shape})`, async ({ activeCard, tills }) => {
    const card = await activeCard({ amountCents: 500 });
    const another = await activeCard({ amountCents: 500 });
    const claim = (claimCode: string) =>
      tills[shape].post(`/cards/${card.uuid}/claim`, { email: "ada@example.com", claimCode });

    expectRefusal(await claim(another.code), 404, "not_found");
    expectRefusal(await claim("nonsense"), 404, "not_found");
    expectStatus(await claim(card.code.toLowerCase().replaceAll("-", " ")), 200);
  });
}

test("of twenty concurrent claims by different consumers one succeeds", {
  tag: "@instances",
}, async ({ activeCard, api, sql }) => {
  const { uuid } = await activeCard({ amountCents: 500 });

  const claim = (index: number) =>
    api.post(`/cards/${uuid}/claim`, { email: `consumer-${index}@example.com` });
  const answers = await raceOn(sql, uuid, claim, 20);

  expect(tally(answers)).toEqual({ "200": 1, "409 card_already_claimed": 19 });
  const winner = answers.find(({ status }) => status === 200);
  const { ownerEmail } = (await api.get(`/cards/${uuid}`)).body;
  expect(ownerEmail).toBe(winner?.body.ownerEmail);
  const mails = await sql`select payload->>'to' as to from outbox
    where payload->>'cardId' = ${uuid}`;
  expect([...mails]).toEqual([{ to: ownerEmail }]);
});
