import { expect } from "@playwright/test";
import { agreeOnTransfers } from "../../support/agreements";
import { makeActiveCard } from "../../support/client";
import { openStore } from "../../support/store";
import {
  expectInvalid,
  expectRefusal,
  expectStatus,
  withoutRequestId,
} from "../support/expectations";
import { asCardA, SHAPES } from "../support/shapes";
import { test as base } from "../support/test";

/** Another store, with a transfer agreement. */
const test = base.extend<{ partner: Awaited<ReturnType<typeof openStore>> }>({
  partner: async ({ merchant, sql }, use) => {
    const partner = await openStore();
    await agreeOnTransfers(sql, merchant.merchantId, partner.merchantId);
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

  test(`a quote fixes the rate (${shape}) @instances`, async ({ partner, tills }) => {
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
