import { expect } from "@playwright/test";
import type { Sql } from "postgres";
import { type ApiClient, apiClient, makeActiveCard } from "../../support/client";
import { makeStore } from "../../support/store";
import {
  expectInvalid,
  expectRefusal,
  expectStatus,
  withoutRequestId,
} from "../support/expectations";
import { asCardA, SHAPES } from "../support/shapes";
import { test as base } from "../support/test";

/** An API client of another store; both stores accept transfers. */
const test = base.extend<{ partner: ApiClient }>({
  partner: async ({ merchant, other, otherTill, sql }, use) => {
    await open(sql, merchant.merchantId, other.merchantId);
    await use(otherTill);
  },
});

const open = (sql: Sql, ...ids: string[]) =>
  sql`update merchants set transfers_enabled = true where id = any(${ids})`;

for (const shape of SHAPES) {
  test(`a transfer is a transfer_out at one store and a transfer_in at the other (Shape ${shape})`, async ({
    other,
    partner,
    tills,
  }) => {
    const till = tills[shape];
    const from = await makeActiveCard(till, { amountCents: 1_000 });
    const to = await makeActiveCard(partner, { amountCents: 500 });

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
    expect(answer.text).not.toContain(other.merchantId);

    const theirs = await partner.get(`/transfers/${transfer.id}`, { "Scrip-Shape": shape });
    expect(theirs.body).toMatchObject({ id: transfer.id, direction: "in", cardUuid: to.uuid });
    expect(theirs.text).not.toContain(from.uuid);
    const { transactions } = (await partner.get("/transactions?type=transfer_in")).body;
    expect(transactions).toMatchObject([
      { cardUuid: to.uuid, amountCents: 300, balanceAfterCents: 800, transferId: transfer.id },
    ]);
    expect((await till.get(`/transfers/${transfer.id}`)).body).toEqual(transfer);
  });

  test(`between currencies a quote fixes the rate (Shape ${shape})`, { tag: "@instances" }, async ({
    partner,
    tills,
  }) => {
    const from = await makeActiveCard(tills[shape], { amountCents: 10_000 });
    const to = await makeActiveCard(partner, { amountCents: 1, currency: "EUR" });
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
  const inactive = (await partner.post("/cards", { currency: "USD" })).body;
  const disabled = await makeActiveCard(partner, { amountCents: 5 });
  await partner.post(`/cards/${disabled.uuid}/disable`);
  const shut = apiClient((await makeStore()).keyA);
  const ofShut = await makeActiveCard(shut, { amountCents: 5 });
  const ask = (toCode: string) =>
    api.post("/transfers", { fromCardUuid: from.uuid, toCode, amountCents: 100 });

  const absent = await ask("2222-2222-2222-2222");
  expectRefusal(absent, 404, "not_found");
  for (const { code } of [inactive, disabled, ofShut]) {
    const refused = await ask(code);
    expect(withoutRequestId(refused)).toBe(withoutRequestId(absent));
  }
  expect((await partner.get("/transactions?type=transfer_in")).body.total).toBe(0);
});

test("transfers that aren't enabled reveal no code", async ({ api, other, otherTill, sql }) => {
  await open(sql, other.merchantId);
  const from = await makeActiveCard(api, { amountCents: 1_000 });
  const to = await makeActiveCard(otherTill, { amountCents: 500 });
  const ask = (toCode: string) =>
    api.post("/transfers", { fromCardUuid: from.uuid, toCode, amountCents: 100 });
  const refused = await ask(to.code);
  expectRefusal(refused, 400, "transfers_not_enabled");
  expect(withoutRequestId(await ask("2222-2222-2222-2222"))).toBe(withoutRequestId(refused));
});
