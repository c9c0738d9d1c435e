import { expect } from "@playwright/test";
import { expectInvalid, expectRefusal, expectStatus } from "../support/expectations";
import { SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`a claim gives a card its owner, once (Shape ${shape})`, async ({ activeCard, tills }) => {
    const { uuid, expiresOn } = await activeCard({ amountCents: 500 });
    const claim = (email: string) => tills[shape].post(`/cards/${uuid}/claim`, { email });

    const first = await claim("Ada@Example.com");
    const again = await claim("ADA@example.com");

    expectStatus(first, 200);
    const owner = shape === "A" ? "ownerEmail" : "email";
    expect(first.body).toMatchObject({
      uuid,
      [owner]: "ada@example.com",
      balanceCents: 500,
      expiresOn,
    });
    expectStatus(again, 200);
    expect(again.text).toBe(first.text);
  });

  test(`a claim doesn't change an owner (${shape})`, async ({ activeCard, newCard, tills }) => {
    const { uuid } = await newCard({ ownerEmail: "ada@example.com" });
    await tills.A.post(`/cards/${uuid}/activate`, { amountCents: 500 });
    const refused = await tills[shape].post(`/cards/${uuid}/claim`, { email: "eve@example.com" });
    expectRefusal(refused, 409, "card_already_claimed");
    expect((await tills.A.get(`/cards/${uuid}`)).body.ownerEmail).toBe("ada@example.com");

    const free = await activeCard({ amountCents: 500 });
    for (const body of [undefined, {}, { email: "" }, { email: "ada" }, { email: null }]) {
      expectInvalid(await tills[shape].post(`/cards/${free.uuid}/claim`, body), "email");
    }
    expect((await tills.A.get(`/cards/${free.uuid}`)).body.ownerEmail).toBeNull();
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
