import type { Sql } from "postgres";
import { startOwnShop } from "../support/own-shop/server";
import { connectShop } from "../support/shopify/connect";
import { openShop } from "../support/shopify/open-shop";
import { expect, test } from "../support/test";

/** Moves the clock of what waits for another try: it is begun now. */
async function makeDue(sql: Sql, merchantId: string): Promise<void> {
  await sql`update outbox set next_attempt_at = now()
    where merchant_id = ${merchantId} and status = 'pending' and leased_until is null`;
  await sql`update platform_connections set paused_until = null, unreachable_in_a_row = 0
    where merchant_id = ${merchantId}`;
}

test("a shop that was down gets its cards later", async ({ merchant, activeCard, api, sql }) => {
  const shop = await openShop();
  await connectShop(merchant, shop);
  await shop.setDown(true);
  const { uuid, code } = await activeCard({ amountCents: 2_500 });
  const debited = await api.post(`/cards/${uuid}/debit`, { amountCents: 300 });
  expect([debited.status, debited.body.card.balanceCents]).toEqual([200, 2_200]);
  await expect.poll(async () => (await shop.counts()).faults.reset ?? 0).toBeGreaterThan(0);
  expect(await shop.cards()).toEqual([]);

  await shop.setDown(false);
  await expect
    .poll(
      async () => {
        await makeDue(sql, merchant.merchantId);
        return (await shop.card(code.replaceAll("-", "")))?.balanceCents;
      },
      { timeout: 20_000 },
    )
    .toBe(2_200);
  expect(await shop.cards()).toHaveLength(1);
});

test("a merchant's own shop gets each change once", async ({ merchant, activeCard, api, sql }) => {
  const shop = await startOwnShop();
  try {
    await connectShop(merchant, shop);
    for (const [operation, fault] of [
      ["create", "lost"],
      ["adjust", "failed after"],
    ] as const) {
      shop.faults.once(operation, fault);
    }
    const { uuid, code } = await activeCard({ amountCents: 2_500 });
    const inShop = async () => {
      await makeDue(sql, merchant.merchantId);
      return shop.cards.map(({ cardId, code, balanceCents, enabled }) => [
        cardId,
        code,
        balanceCents,
        enabled,
      ]);
    };
    const is = (balanceCents: number, enabled = true) =>
      expect
        .poll(inShop, { timeout: 20_000 })
        .toEqual([[uuid, code.replaceAll("-", ""), balanceCents, enabled]]);
    await is(2_500);
    await api.post(`/cards/${uuid}/debit`, { amountCents: 300 });
    await is(2_200);
    await api.post(`/cards/${uuid}/credit`, { amountCents: 100 });
    await is(2_300);
    await api.post(`/cards/${uuid}/disable`);
    await is(2_300, false);
    expect(shop.faults.met).toEqual({ lost: 1, "failed after": 1 });
  } finally {
    await shop.stop();
  }
});

test("the shop's limit of calls is never exceeded", async ({ merchant, activeCard }) => {
  test.setTimeout(60_000);
  const shop = await openShop({ maximum: 400, perSecond: 50 });
  await connectShop(merchant, shop);
  const cards = 60;
  const tills = Array.from({ length: 5 }, async () => {
    for (let n = 0; n < cards / 5; n++) await activeCard({ amountCents: 100 });
  });
  await Promise.all(tills);
  await expect
    .poll(async () => (await shop.cards()).length, { timeout: 40_000, intervals: [100] })
    .toBe(cards);
  const { beyond, lowest, requests } = await shop.counts();
  expect(beyond).toBe(0);
  expect(requests.createCard).toBe(cards);
  // It was used up but for what is kept for calls under way.
  expect(lowest).toBeLessThan(200);
});
