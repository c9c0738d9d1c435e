import { expect } from "@playwright/test";
import { expectInvalid, expectRefusal, expectStatus, keysOf } from "../support/expectations";
import { asCardA, NAMES, SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`a load activates or tops up (Shape ${shape})`, async ({ newCard, sql, tills }) => {
    const { uuid, code } = await newCard();
    const load = (which: object) =>
      tills[shape].post("/cards/load", { ...which, amountCents: 500, note: "At the counter" });

    const first = await load({ code });
    const second = await load({ cardUuid: uuid });

    for (const [index, answer] of [first, second].entries()) {
      expectStatus(answer, 200);
      expect(keysOf(answer.body)).toEqual(NAMES.movement);
      expect(keysOf(answer.body.card)).toEqual(NAMES.card[shape]);
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
    const events = await sql`select sequence::int, event from events where card_id = ${uuid}
      order by sequence, event`;
    expect(events.map(({ sequence, event }) => `${sequence} ${event}`)).toEqual([
      "1 card.activated",
      "1 card.balance_changed",
      "2 card.balance_changed",
      "2 card.credited",
      "2 card.reloaded",
    ]);
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
