import { expect } from "@playwright/test";
import { expectInvalid, expectStatus, ISO_INSTANT, UUID } from "../support/expectations";
import { asCardA, SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`a new card is inactive and empty (Shape ${shape})`, async ({ merchant, tills }) => {
    const ownerEmail = " Ada.Lovelace@Example.COM ";
    const wanted = { currency: "EUR", cardType: "physical", ownerEmail };
    const made = await tills[shape].post("/cards", wanted);

    expectStatus(made, 201);
    expect(made.body.status).toBe(shape === "A" ? "inactive" : "unactivated");
    const card = asCardA(made.body);
    expect(card).toMatchObject({
      currency: "EUR",
      balanceCents: 0,
      cardType: "physical",
      ownerEmail: "ada.lovelace@example.com",
      merchantId: merchant.merchantId,
      expiresOn: null,
    });
    expect(card.uuid).toMatch(UUID);
    expect(card.code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/);
    expect(card.createdAt).toMatch(ISO_INSTANT);
    expect(card.updatedAt).toMatch(ISO_INSTANT);
    expect(asCardA((await tills[shape].get(`/cards/${card.uuid}`)).body)).toMatchObject(card);
  });

  test(`an invalid field of a new card is named (Shape ${shape})`, async ({ tills }) => {
    const valid = { currency: "USD", cardType: "digital" };
    const wrong: [field: string, value: unknown][] = [
      ...["usd", "US", "USDD", "XYZ", "", 840, null].map((c): [string, unknown] => ["currency", c]),
      ...["plastic", "", "DIGITAL", 1, null].map((t): [string, unknown] => ["cardType", t]),
      ...["", "ada", "ada@", "@example.com", "a b@example.com", 5, null].map(
        (email): [string, unknown] => ["ownerEmail", email],
      ),
      ["balanceCents", 100],
      ["status", "active"],
      ["merchantId", "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e"],
    ];
    for (const [field, value] of wrong) {
      expectInvalid(await tills[shape].post("/cards", { ...valid, [field]: value }), field);
    }
    expectInvalid(await tills[shape].post("/cards", { cardType: "digital" }), "currency");

    expect((await tills.A.get("/cards")).body.total).toBe(0);
  });
}

test("cardType defaults to digital in Shape A and is required in Shape B", async ({ tills }) => {
  const made = await tills.A.post("/cards", { currency: "USD" });
  expectStatus(made, 201);
  expect(made.body.cardType).toBe("digital");

  expectInvalid(await tills.B.post("/cards", { currency: "USD" }), "cardType");
});

test("a card's code is nowhere in the database as it is printed", async ({ newCard, sql }) => {
  const { uuid, code } = await newCard();
  const [row] = await sql`select to_jsonb(c)::text as stored from cards c where id = ${uuid}`;

  expect(row?.stored).toContain(uuid);
  for (const form of [code, code.replaceAll("-", "")]) {
    // Bytes are printed as hex.
    for (const shown of [form, Buffer.from(form).toString("hex")]) {
      expect(row?.stored).not.toContain(shown);
    }
  }
});
