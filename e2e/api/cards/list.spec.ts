import { expect } from "@playwright/test";
import { expectInvalid, expectStatus, keysOf } from "../support/expectations";
import { RESOURCE_KEYS, SHAPES } from "../support/shapes";
import { test } from "../support/test";

const uuidsOf = (body: { cards: { uuid: string }[] }) => body.cards.map(({ uuid }) => uuid);

for (const shape of SHAPES) {
  test(`cards are listed newest first (Shape ${shape})`, async ({ newCard, tills }) => {
    const first = await newCard();
    const second = await newCard();

    const list = await tills[shape].get("/cards");

    expectStatus(list, 200);
    expect(keysOf(list.body)).toEqual(RESOURCE_KEYS.page[shape]("cards"));
    expect(list.body).toMatchObject({ total: 2, limit: 20, offset: 0 });
    expect(uuidsOf(list.body)).toEqual([second.uuid, first.uuid]);
    for (const card of list.body.cards) expect(keysOf(card)).toEqual(RESOURCE_KEYS.card[shape]);
  });

  test(`cards by either status name (Shape ${shape})`, async ({ activeCard, newCard, tills }) => {
    const inactive = await newCard();
    const active = await activeCard({ amountCents: 100 });
    const disabled = await activeCard({ amountCents: 100 });
    await tills.A.post(`/cards/${disabled.uuid}/disable`);

    for (const [status, card] of [
      ["inactive", inactive],
      ["unactivated", inactive],
      ["active", active],
      ["disabled", disabled],
    ]) {
      const { body } = await tills[shape].get(`/cards?status=${status}`);
      expect(uuidsOf(body), status).toEqual([card.uuid]);
      expect(body.total, status).toBe(1);
    }
    expectInvalid(await tills[shape].get("/cards?status=lost"), "status");
  });
}

test("cards are filtered by type and owner, with exact totals", async ({ api, newCard }) => {
  const digital = await newCard();
  const physical = await newCard({ cardType: "physical" });
  const owned = await newCard({ cardType: "physical", ownerEmail: "ada@example.com" });

  const expected: [query: string, cards: { uuid: string }[]][] = [
    ["cardType=digital", [digital]],
    ["cardType=physical", [owned, physical]],
    ["ownerEmail=ADA%40example.com", [owned]],
    ["ownerEmail=grace%40example.com", []],
    ["ownerEmail=ada%40example.com&cardType=digital", []],
    ["cardType=physical&status=inactive", [owned, physical]],
    ["batchId=0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e", []],
  ];
  for (const [query, cards] of expected) {
    const { body } = await api.get(`/cards?${query}`);
    expect(uuidsOf(body), query).toEqual(cards.map(({ uuid }) => uuid));
    expect(body.total, query).toBe(cards.length);
  }
});
