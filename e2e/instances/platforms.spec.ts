import { expect } from "@playwright/test";
import { connectShop } from "../support/shopify/connect";
import { openShop } from "../support/shopify/open-shop";
import { test } from "../support/test";

test("a batch is provisioned in both shapes @instances", async ({ merchant, api, apiB, sql }) => {
  const batch = { name: "Spring", quantity: 3, currency: "USD", cardType: "physical" };
  const { id } = (await api.post("/batches", batch)).body;
  const plain = await api.post(`/batches/${id}/provision`);
  expect([plain.status, plain.body.error]).toEqual([400, "platform_not_connected"]);
  const cardsOfBatch = async () => (await api.get(`/cards?batchId=${id}`)).body.cards;
  await expect.poll(async () => (await cardsOfBatch()).length).toBe(3);
  const [first, second] = await cardsOfBatch();
  for (const { uuid } of [first, second]) {
    await api.post(`/cards/${uuid}/activate`, { amountCents: 1_000 });
  }

  const shop = await openShop();
  await connectShop(merchant, shop);
  const begun = await apiB.post(`/batches/${id}/provision`);
  expect([begun.status, begun.body]).toEqual([
    202,
    { batchId: id, status: "queued", total: 2, provisioned: 0, failed: 0 },
  ]);
  await expect
    .poll(async () => (await api.post(`/batches/${id}/provision`)).body)
    .toEqual({ batchId: id, status: "completed", total: 2, provisioned: 2, failed: 0 });
  expect((await shop.cards()).map(({ balanceCents }) => balanceCents)).toEqual([1_000, 1_000]);
  const pending = () => sql`select from outbox
    where merchant_id = ${merchant.merchantId} and status = 'pending'`;
  await expect.poll(pending).toHaveLength(0);
});
