import { expect } from "@playwright/test";
import { expectInvalid, expectStatus, keysOf } from "../support/expectations";
import { NAMES, SHAPES } from "../support/shapes";
import { test } from "../support/test";

const MINUTE_MS = 60_000;

for (const shape of SHAPES) {
  test(`a rate has a day, a source and a quote (Shape ${shape})`, async ({ tills }) => {
    const { body, ...answer } = await tills[shape].get("/transfers/fx-rate?from=EUR&to=USD");

    expectStatus({ body, ...answer }, 200);
    expect(keysOf(body)).toEqual(NAMES.fxRate);
    expect(body).toMatchObject({ from: "EUR", to: "USD", source: "European Central Bank" });
    expect(body.rate).toMatch(/^\d+(\.\d+)?$/);
    expect(body.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
    const left = Date.parse(body.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(9 * MINUTE_MS);
    expect(left).toBeLessThan(11 * MINUTE_MS);
  });

  test(`an amount is converted, rounding down (Shape ${shape})`, async ({ tills }) => {
    const rate = async (query: string) =>
      (await tills[shape].get(`/transfers/fx-rate?${query}`)).body;
    for (const [from, to, decimals] of [
      ["EUR", "USD", 0],
      ["USD", "JPY", -2],
      ["JPY", "EUR", 2],
    ] as const) {
      const quoted = await rate(`from=${from}&to=${to}&amountCents=123457`);
      expect(quoted.amountCents).toBe(123_457);
      const exact = 123_457 * Number(quoted.rate) * 10 ** decimals;
      expect(quoted.convertedAmountCents).toBe(Math.floor(exact));
    }
    expect(await rate("from=USD&to=USD&amountCents=5")).toMatchObject({
      rate: "1",
      convertedAmountCents: 5,
    });
  });

  test(`an invalid or unknown currency is named (Shape ${shape})`, async ({ tills }) => {
    const ask = (query: string) => tills[shape].get(`/transfers/fx-rate?${query}`);
    expectInvalid(await ask(""), "from", "to");
    expectInvalid(await ask("from=usd&to=EUR"), "from");
    expectInvalid(await ask("from=USD&to=XXX"), "to");
    expectInvalid(await ask("from=USD&to=KWD"), "to");
    expectInvalid(await ask("from=KWD&to=USD"), "from");
    for (const amount of ["0", "-1", "1.5", "x", "9007199254740992"]) {
      expectInvalid(await ask(`from=USD&to=EUR&amountCents=${amount}`), "amountCents");
    }
    expectInvalid(await ask("from=USD&to=IDR&amountCents=9007199254740991"), "amountCents");
  });
}

test("reading a rate stores nothing", async ({ api, sql }) => {
  const rates = async () => (await sql`select count(*)::int from fx_rates`)[0]?.count;
  const before = await rates();
  const first = (await api.get("/transfers/fx-rate?from=USD&to=EUR")).body;
  const again = (await api.get("/transfers/fx-rate?from=USD&to=EUR")).body;
  expect(again.rate).toBe(first.rate);
  expect(again.quoteId).not.toBe(first.quoteId);
  expect(await rates()).toBe(before);
});
