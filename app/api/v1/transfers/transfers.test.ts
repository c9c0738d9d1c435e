import { expect } from "vitest";
import { makeActiveCard } from "@/e2e/support/client";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import {
  expectInvalid,
  expectRefusal,
  expectStatus,
  withoutRequestId,
} from "@/lib/testing/api/expectations";
import { asCardA, SHAPES } from "@/lib/testing/api/shapes";
import { openStore } from "@/lib/testing/api/store";
import { test as base } from "@/lib/testing/api/test";

/** Another store, with a transfer agreement. */
const test = base.extend<{ partner: Awaited<ReturnType<typeof openStore>> }>({
  partner: async ({ merchant }, use) => {
    const partner = await openStore();
    await agreeOnTransfers(merchant.merchantId, partner.merchantId);
    await use(partner);
  },
});

for (const shape of SHAPES) {
  test(`a transfer leaves one store for the other (${shape})`, async ({ partner, tills }) => {
    const till = tills[shape];
    const from = await makeActiveCard(till, { amountCents: 1_000 });
    const to = await makeActiveCard(partner.tills.A, { amountCents: 500 });

    const answer = await till.post("/transfers", {
      fromCardUuid: from.uuid,
      toCode: to.code.toLowerCase().replaceAll("-", " "),
      amountCents: 300,
    });

    expectStatus(answer, 201);
    const { card, transaction, transfer } = answer.body;
    expect(asCardA(card)).toMatchObject({ uuid: from.uuid, balanceCents: 700 });
    expect(transaction).toMatchObject({
      type: "transfer_out",
      status: "completed",
      amountCents: 300,
      description: "Transferred out",
      transferId: transfer.id,
    });
    expect(transfer).toMatchObject({ direction: "out", cardUuid: from.uuid, amountCents: 300 });
    expect(answer.text).not.toContain(to.uuid);
    expect(answer.text).not.toContain(partner.merchantId);

    const theirs = await partner.tills.A.get(`/transfers/${transfer.id}`, { "Scrip-Shape": shape });
    expect(theirs.body).toMatchObject({ id: transfer.id, direction: "in", cardUuid: to.uuid });
    expect(theirs.text).not.toContain(from.uuid);
    const { transactions } = (await partner.tills.A.get("/transactions?type=transfer_in")).body;
    expect(transactions).toMatchObject([
      { cardUuid: to.uuid, amountCents: 300, balanceAfterCents: 800, transferId: transfer.id },
    ]);
    expect((await till.get(`/transfers/${transfer.id}`)).body).toEqual(transfer);
  });

  test(`a quote fixes the rate (${shape})`, async ({ partner, tills }) => {
    const from = await makeActiveCard(tills[shape], { amountCents: 10_000 });
    const to = await makeActiveCard(partner.tills.A, { amountCents: 1, currency: "EUR" });
    const { quoteId, convertedAmountCents, rate, asOf } = (
      await tills[shape].get("/transfers/fx-rate?from=USD&to=EUR&amountCents=9999")
    ).body;
    const order = { fromCardUuid: from.uuid, toCode: to.code, amountCents: 9_999, quoteId };

    const { transfer } = (await tills[shape].post("/transfers", order)).body;

    expect(transfer).toMatchObject({
      amountCents: 9_999,
      currency: "USD",
      counterAmountCents: convertedAmountCents,
      counterCurrency: "EUR",
      rate,
      rateAsOf: asOf,
    });
    expectInvalid(
      await tills[shape].post("/transfers", { ...order, amountCents: 1, quoteId: "fxq_made.up" }),
      "quoteId",
    );
  });
}

test("a transfer reveals nothing of another store's card", async ({ api, partner }) => {
  const from = await makeActiveCard(api, { amountCents: 1_000 });
  const inactive = (await partner.tills.A.post("/cards", { currency: "USD" })).body;
  const disabled = await makeActiveCard(partner.tills.A, { amountCents: 5 });
  await partner.tills.A.post(`/cards/${disabled.uuid}/disable`);
  const ofStranger = await makeActiveCard((await openStore()).tills.A, { amountCents: 5 });
  const ask = (toCode: string) =>
    api.post("/transfers", { fromCardUuid: from.uuid, toCode, amountCents: 100 });

  for (const { code } of [inactive, disabled]) expectRefusal(await ask(code), 404, "not_found");
  const absent = await ask("2222-2222-2222-2222");
  expectRefusal(absent, 400, "transfers_not_enabled");
  expect(withoutRequestId(await ask(ofStranger.code))).toBe(withoutRequestId(absent));
  expect((await partner.tills.A.get("/transactions?type=transfer_in")).body.total).toBe(0);
});

test("without an agreement, a transfer is refused and reveals no code", async ({ api }) => {
  const other = await openStore();
  const from = await makeActiveCard(api, { amountCents: 1_000 });
  const to = await makeActiveCard(other.tills.A, { amountCents: 500 });
  const ask = (toCode: string) =>
    api.post("/transfers", { fromCardUuid: from.uuid, toCode, amountCents: 100 });
  const refused = await ask(to.code);
  expectRefusal(refused, 400, "transfers_not_enabled");
  expect(withoutRequestId(await ask("2222-2222-2222-2222"))).toBe(withoutRequestId(refused));
});

const MINUTE_MS = 60_000;

for (const shape of SHAPES) {
  test(`a rate has a day, a source and a quote (Shape ${shape})`, async ({ tills }) => {
    const { body, ...answer } = await tills[shape].get("/transfers/fx-rate?from=EUR&to=USD");

    expectStatus({ body, ...answer }, 200);
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
