import { expect } from "@playwright/test";
import { expectInvalid, expectRefusal, expectStatus } from "../support/expectations";
import { SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`a lookup answers as GET /cards/{uuid} (Shape ${shape})`, async ({ activeCard, tills }) => {
    const { uuid, code } = await activeCard({ amountCents: 100 });

    const found = await tills[shape].post("/cards/lookup", { code });

    expectStatus(found, 200);
    expect(found.text).toBe((await tills[shape].get(`/cards/${uuid}`)).text);
  });
}

for (const path of ["/cards/lookup", "/cards/load", "/cards/redeem"]) {
  const read = path === "/cards/lookup" ? {} : { amountCents: 1 };

  test(`POST ${path} reads a code in any spelling`, async ({ api, newCard }) => {
    const { uuid, code } = await newCard();
    await api.post("/cards/load", { cardUuid: uuid, amountCents: 100 });
    const [lower, bare] = [code.toLowerCase(), code.replaceAll("-", "")];
    for (const spelling of [lower, bare, ` ${code.replaceAll("-", " ")} `]) {
      const { body } = await api.post(path, { ...read, code: spelling });
      expect((body.card ?? body).uuid, spelling).toBe(uuid);
    }
  });

  test(`POST ${path} answers 404 to an unknown or impossible code`, async ({ api, newCard }) => {
    const { code } = await newCard();
    const mistyped = code.slice(0, -1) + (code.endsWith("2") ? "3" : "2");
    const others = [mistyped, code.slice(0, -1), `${code}2`];
    for (const unknown of [...others, "7KQM", "", "0000-0000-0000-0000", "💥".repeat(16)]) {
      const refused = await api.post(path, { ...read, code: unknown });
      expectRefusal(refused, 404, "not_found");
    }
  });
}

test("a lookup without a code, or with one that is not text, is a 400", async ({ api }) => {
  for (const body of [{}, { code: null }, { code: 7 }, { code: ["7KQM"] }]) {
    expectInvalid(await api.post("/cards/lookup", body), "code");
  }
  expect((await api.post("/cards/lookup")).status).toBe(400);
});
