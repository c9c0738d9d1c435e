import type { Sql } from "postgres";
import { startOwnShop } from "../support/own-shop/server";
import { connectShop } from "../support/shopify/connect";
import { expect, test } from "../support/test";

/** Makes everything that waits for a retry due now. */
async function makeDue(sql: Sql, merchantId: string): Promise<void> {
  await sql`update outbox set next_attempt_at = now()
    where merchant_id = ${merchantId} and status = 'pending' and leased_until is null`;
  await sql`update platform_connections set paused_until = null, unreachable_in_a_row = 0
    where merchant_id = ${merchantId}`;
}

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
