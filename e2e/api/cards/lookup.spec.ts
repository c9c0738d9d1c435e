import { expect } from "@playwright/test";
import { expectInvalid, expectRefusal, expectStatus, keysOf } from "../support/expectations";
import { NAMES, SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`POST /cards/lookup answers a code as GET /cards/{uuid} (Shape ${shape})`, async ({
    activeCard,
    tills,
  }) => {
    const { uuid, code } = await activeCard({ amountCents: 100 });

    const found = await tills[shape].post("/cards/lookup", { code });

    expectStatus(found, 200);
    expect(keysOf(found.body)).toEqual(NAMES.cardWithHistory[shape]);
    expect(found.text).toBe((await tills[shape].get(`/cards/${uuid}`)).text);
  });
}

test("a code is read whatever its capitals, spaces and dashes", async ({ api, newCard }) => {
  const { uuid, code } = await newCard();
  for (const spelling of [
    code.toLowerCase(),
    code.replaceAll("-", ""),
    code.replaceAll("-", " "),
  ]) {
    const found = await api.post("/cards/lookup", { code: spelling });
    expect(found.body.uuid, spelling).toBe(uuid);
  }
});

test("a code that no card has, or that cannot be one, is a 404", async ({ api, newCard }) => {
  const { code } = await newCard();
  const mistyped = code.slice(0, -1) + (code.endsWith("2") ? "3" : "2");
  for (const unknown of [mistyped, "7KQM", "", code.slice(0, -1), `${code}2`]) {
    expectRefusal(await api.post("/cards/lookup", { code: unknown }), 404, "not_found");
  }
});

test("a look-up without a code, or with one that is not text, is a 400", async ({ api }) => {
  for (const body of [{}, { code: null }, { code: 7 }, { code: ["7KQM"] }]) {
    expectInvalid(await api.post("/cards/lookup", body), "code");
  }
  expect((await api.post("/cards/lookup")).status).toBe(400);
});
