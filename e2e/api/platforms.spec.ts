import { expect } from "@playwright/test";
import { baseUrl } from "../support/client";
import { connectShop } from "../support/shopify/connect";
import { openShop } from "../support/shopify/open-shop";
import { test } from "./support/test";

/** Starts a job without waiting for it: the job lasts as long as the slowest shop of any test. */
const begin = (job: string) =>
  void fetch(`${baseUrl()}/api/cron/${job}`, {
    headers: { Authorization: `Bearer ${process.env.CRON_SECRET}` },
  }).catch(() => {});

test("an activation never waits for the shop", async ({ merchant, activeCard, api, sql }) => {
  const shop = await openShop();
  await connectShop(merchant, shop);
  await shop.failNext("createCard", "hung");
  // The shop stays silent until long after these requests have their responses.
  const { uuid, code } = await activeCard({ amountCents: 2_500 });
  const debit = await api.post(`/cards/${uuid}/debit`, { amountCents: 500 });
  expect([debit.status, debit.body.card.balanceCents]).toEqual([200, 2_000]);
  await expect.poll(async () => (await shop.counts()).faults.hung ?? 0).toBe(1);
  expect(await shop.cards()).toEqual([]);
  // Expire the leases held by the hanging attempt.
  await sql`update platform_cards set leased_until = now() where merchant_id = ${merchant.merchantId}`;
  await sql`update outbox set leased_until = null where merchant_id = ${merchant.merchantId}`;
  await expect
    .poll(
      async () => {
        await sql`update outbox set next_attempt_at = now() where merchant_id = ${merchant.merchantId}
          and status = 'pending' and leased_until is null`;
        begin("outbox");
        return (await shop.card(code.replaceAll("-", "")))?.balanceCents;
      },
      { timeout: 40_000, intervals: [100, 250, 500] },
    )
    .toBe(2_000);
});

test("a batch is provisioned in both shapes, with its progress until it is completed", {
  tag: "@instances",
}, async ({ merchant, api, apiB, sql }) => {
  const batch = { name: "Spring", quantity: 3, currency: "USD", cardType: "physical" };
  const { id } = (await api.post("/batches", batch)).body;
  const plain = await api.post(`/batches/${id}/provision`);
  expect([plain.status, plain.body.error]).toEqual([400, "platform_not_connected"]);
  const cardsOfBatch = async () => (await api.get(`/cards?batchId=${id}`)).body.cards;
  await expect.poll(async () => (await cardsOfBatch()).length, { timeout: 20_000 }).toBe(3);
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
    .poll(async () => (await api.post(`/batches/${id}/provision`)).body, { timeout: 30_000 })
    .toEqual({ batchId: id, status: "completed", total: 2, provisioned: 2, failed: 0 });
  expect((await shop.cards()).map(({ balanceCents }) => balanceCents)).toEqual([1_000, 1_000]);
  const pending = () => sql`select from outbox
    where merchant_id = ${merchant.merchantId} and status = 'pending'`;
  await expect.poll(pending).toHaveLength(0);
});
