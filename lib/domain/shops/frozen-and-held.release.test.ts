import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { credit } from "@/lib/domain/cards/credit";
import { editCard } from "@/lib/domain/cards/edit";
import { findCard } from "@/lib/domain/cards/find";
import { freeze, unfreeze } from "@/lib/domain/cards/freeze";
import { captureHold } from "@/lib/domain/holds/capture";
import { expireHolds } from "@/lib/domain/holds/expire";
import { releaseHold } from "@/lib/domain/holds/release";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { passTime, place } from "@/lib/testing/holds";
import { connectedStore } from "@/lib/testing/shop";
import { syncCard } from "./sync-card";

/** A card of 500 cents that is in the shop; `follow` runs the queued syncs and returns their number. */
async function cardInShop({ isSynced = true } = {}) {
  const { store, connection, shop, sell } = await connectedStore();
  const cardId = await sell(500);
  const follow = async () => {
    const jobs = await pg()<{ sequence: number | null; look: boolean | null }[]>`
      delete from outbox where merchant_id = ${store.id} and kind = 'platform_card'
        and payload->>'cardId' = ${cardId}
      returning (payload->>'sequence')::int as sequence, (payload->>'look')::boolean as look`;
    for (const { sequence, look } of jobs) {
      const job = { cardId, sequence: sequence ?? undefined, look: look ?? false };
      await syncCard({ adapter: shop, connection, ...job });
    }
    return jobs.length;
  };
  if (isSynced) await follow();
  const there = () => shop.of(cardId);
  return { store, ctx: store.ctx, shop, cardId, follow, there };
}

test("a frozen card has no balance in the shop until it is unfrozen", async () => {
  const { ctx, cardId, follow, there } = await cardInShop();
  expect(there()).toMatchObject({ balanceCents: 500 });
  await freeze(ctx(), { cardId, reason: "Lost" });
  expect(await follow()).toBe(1);
  expect(there()).toMatchObject({ balanceCents: 0, enabled: true });
  await unfreeze(ctx(), { cardId });
  expect(await follow()).toBe(1);
  expect(there()).toMatchObject({ balanceCents: 500 });
});

test("a card that is frozen before the shop has it is created there when it is unfrozen", async () => {
  const { store, ctx, cardId, follow, there } = await cardInShop({ isSynced: false });
  await freeze(ctx(), { cardId });
  await follow();
  expect(there()).toBeUndefined();
  expect(await pg()`select state, reason from platform_cards where card_id = ${cardId}`).toEqual([
    { state: "queued", reason: expect.stringContaining("frozen") },
  ]);
  await unfreeze(ctx(), { cardId });
  await follow();
  expect(there()).toMatchObject({ balanceCents: 500 });
  expect(await pg()`select reason from platform_cards where merchant_id = ${store.id}`).toEqual([
    { reason: null },
  ]);
});

test("what the shop redeemed before it learned of the freeze stays on the card, to be settled", async () => {
  const { store, ctx, shop, cardId, follow, there } = await cardInShop();
  await freeze(ctx(), { cardId });
  shop.redeem(cardId, 120);
  await follow();
  expect(there()).toMatchObject({ balanceCents: 0 });
  expect((await findCard(store.id, cardId))?.balanceCents).toBe(500);
  expect(
    await pg()`select unposted_cents::int as cents from platform_cards
    where card_id = ${cardId}`,
  ).toEqual([{ cents: 120 }]);
  await unfreeze(ctx(), { cardId });
  await follow();
  expect(there()).toMatchObject({ balanceCents: 380 });
});

test("the shop shows what is available, through holds that are placed, captured, released and expire", async () => {
  const { ctx, cardId, follow, there } = await cardInShop();
  const steps: [name: string, cents: number, change: () => Promise<unknown>][] = [];
  const hold = async (amountCents: number) => (await place(ctx, cardId, { amountCents })).id;
  let holdId = "";
  const held = async () => {
    holdId = await hold(200);
  };
  steps.push(["placed", 300, held]);
  steps.push(["released", 500, () => releaseHold(ctx(), { holdId })]);
  steps.push(["placed again", 300, held]);
  steps.push(["captured in part", 350, () => captureHold(ctx(), { holdId, amountCents: 150 })]);
  steps.push(["placed a third time", 150, held]);
  const expire = async () => {
    await passTime(cardId);
    await expireHolds();
  };
  steps.push(["expired", 350, expire]);
  for (const [name, cents, change] of steps) {
    await change();
    expect([name, await follow(), there()?.balanceCents]).toEqual([name, 1, cents]);
  }
  await expectNoProblems();
});

test("an expiration date that is changed, or extended by a top-up, is changed in the shop", async () => {
  const { ctx, shop, cardId, follow, there } = await cardInShop();
  const first = there()?.expiresOn;
  await editCard(ctx(), { cardId, expiresOn: null });
  expect(await follow()).toBe(1);
  expect(there()).toMatchObject({ expiresOn: null, balanceCents: 500 });
  await editCard(ctx(), { cardId, expiresOn: "2099-01-31" });
  shop.faults = ["none", "unreachable"];
  await expect(follow()).rejects.toThrow();
  expect(there()).toMatchObject({ expiresOn: null });
  await editCard(ctx(), { cardId, expiresOn: "2099-02-28" });
  await follow();
  expect(there()).toMatchObject({ expiresOn: "2099-02-28" });

  await pg()`update cards set expires_on = current_date + 5 where id = ${cardId}`;
  await credit(ctx(), { cardId, amountCents: 100 });
  await follow();
  expect(there()).toMatchObject({ expiresOn: first, balanceCents: 600 });
});
