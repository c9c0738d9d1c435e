import { expect, test, vi } from "vitest";
import { disable } from "@/lib/cards/disable";
import { findCard } from "@/lib/cards/find";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { platformWorker } from "@/lib/platforms/sync-worker";
import { useTestDatabase } from "@/lib/testing/database";
import { storeWithShop } from "@/lib/testing/store-with-shop";

useTestDatabase();

vi.mock("@/lib/platforms/open-adapter", async () => {
  const { openShop } = await import("@/lib/testing/shop");
  return { openAdapter: openShop };
});

test("differences are listed with their cause and what can be done, and are gone once there are none", async () => {
  const { put, shop, sell, listed, read, queue } = await storeWithShop();
  await put();
  const queued = await sell(100);
  expect((await listed()).differences).toMatchObject([
    { cardUuid: queued, cause: "queued", ledgerCents: 100, platformCents: null, remedies: [] },
  ]);
  shop.faults = ["none"];
  await platformWorker.runDue();
  expect(await listed()).toMatchObject({ differences: [], total: 0 });
  shop.currency = "USD";
  const failed = await sell(100);
  const { create: make } = shop;
  shop.create = async () => {
    throw Object.assign(new Error(), { name: "PlatformError", kind: "refused", reason: "No." });
  };
  await platformWorker.runDue();
  shop.create = make;
  expect((await listed()).differences).toMatchObject([
    { cardUuid: failed, cause: "failed", reason: "No.", remedies: ["retry"] },
  ]);
  expect(await read()).toMatchObject({ differences: 1, counts: { failed: 1, created: 1 } });
  expect((await listed({ cause: "credited_there" })).total).toBe(0);
  await queue(failed);
  await platformWorker.runDue();
  expect((await listed()).total).toBe(0);
});

test("what was redeemed in the shop from an expired card is taken once somebody decides so", async () => {
  const { put, shop, sell, listed, settled, look, balance, merchantId } = await storeWithShop();
  await put();
  const cardId = await sell(500);
  await platformWorker.runDue();
  await pg()`update cards set expires_on = '2020-01-01' where id = ${cardId}`;
  shop.redeem(cardId, 200);
  await look(cardId);
  expect(await balance(cardId)).toBe(500);
  expect((await listed()).differences).toMatchObject([
    { cause: "redeemed_there", unpostedCents: 200, remedies: ["ledger", "platform"] },
  ]);
  expect((await settled(cardId, "platform")).status).toBe(200);
  await platformWorker.runDue();
  expect(await balance(cardId)).toBe(300);
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 300 });
  expect((await listed()).total).toBe(0);
  const [entry] = await pg()`select details from audit_log
    where merchant_id = ${merchantId} and action = 'card.difference_settled'`;
  expect(entry?.details).toMatchObject({
    cause: "redeemed_there",
    truth: "platform",
    movedCents: -200,
  });
});

test("what was redeemed from an expired card is given back there when the ledger is the truth", async () => {
  const { put, shop, sell, settled, look, balance } = await storeWithShop();
  await put();
  const cardId = await sell(500);
  await platformWorker.runDue();
  await pg()`update cards set expires_on = '2020-01-01' where id = ${cardId}`;
  shop.redeem(cardId, 200);
  await look(cardId);
  await settled(cardId, "ledger");
  await platformWorker.runDue();
  expect([await balance(cardId), shop.of(cardId)?.balanceCents]).toEqual([500, 500]);
});

test("what the shop let be spent beyond the card can only be acknowledged, which moves nothing on either side", async () => {
  const { put, shop, sell, ctx, listed, settled, look, balance } = await storeWithShop();
  await put();
  const cardId = await sell(2_500);
  await platformWorker.runDue();
  shop.redeem(cardId, 2_500);
  await spend(ctx(), { cardId, amountCents: 700 });
  await look(cardId);
  expect((await listed()).differences).toMatchObject([
    { cause: "redeemed_there", ledgerCents: 0, unpostedCents: 700, remedies: ["ledger"] },
  ]);
  expect((await settled(cardId, "platform")).body.fields[0].path).toBe("truth");
  const calls = shop.calls.length;
  await settled(cardId, "ledger");
  await platformWorker.runDue();
  expect([await balance(cardId), shop.of(cardId)?.balanceCents]).toEqual([0, 0]);
  expect(shop.calls.slice(calls)).not.toContain("adjust");
  expect((await listed()).total).toBe(0);
});

test("a card that is disabled and redeemed there puts nothing back when it is acknowledged", async () => {
  const { put, shop, sell, ctx, listed, settled, look, cardOf } = await storeWithShop();
  await put();
  const cardId = await sell(2_500);
  await platformWorker.runDue();
  await pg()`update cards set expires_on = '2020-01-01' where id = ${cardId}`;
  shop.redeem(cardId, 700);
  await look(cardId);
  await disable(ctx(), { cardId });
  await platformWorker.runDue();
  expect((await listed()).differences).toMatchObject([{ remedies: ["ledger"] }]);
  await settled(cardId, "ledger");
  await platformWorker.runDue();
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 1_800, enabled: false });
  expect(await cardOf(cardId)).toMatchObject({ card: { unpostedCents: 0 } });
});

test("a card in another currency than the shop's is no difference, nor one that failed", async () => {
  const { put, shop, sell, listed, read, cardOf } = await storeWithShop();
  shop.currency = "EUR";
  await put();
  const cardId = await sell(500);
  expect((await listed()).total).toBe(0);
  await platformWorker.runDue();
  expect((await listed()).total).toBe(0);
  expect(await read()).toMatchObject({
    differences: 0,
    counts: { failed: 0, queued: 0 },
    otherCurrency: 1,
  });
  expect(await cardOf(cardId)).toMatchObject({ currency: "EUR", card: { platformId: null } });
  expect(shop.calls).not.toContain("create");
});

for (const [truth, cents] of [
  ["ledger", 500],
  ["platform", 550],
] as const) {
  test(`what was credited in the shop by hand is no money until somebody decides: the ${truth} is the truth`, async () => {
    const { put, shop, sell, settled, look, balance, listed } = await storeWithShop();
    await put();
    const cardId = await sell(500);
    await platformWorker.runDue();
    const there = shop.of(cardId);
    if (there) there.balanceCents += 50;
    await look(cardId);
    expect(await balance(cardId)).toBe(500);
    expect((await listed()).differences).toMatchObject([
      { cause: "credited_there", platformCents: 550 },
    ]);
    await settled(cardId, truth);
    await platformWorker.runDue();
    expect([await balance(cardId), shop.of(cardId)?.balanceCents]).toEqual([cents, cents]);
    expect((await listed()).total).toBe(0);
  });
}

test("a card that the shop has lost is made anew, one that it has disabled is disabled here", async () => {
  const { put, shop, sell, settled, look, listed, merchantId, cardOf } = await storeWithShop();
  await put();
  const [lost, off] = [await sell(500), await sell(300)];
  await platformWorker.runDue();
  shop.cards.splice(
    shop.cards.findIndex(({ cardId }) => cardId === lost),
    1,
  );
  const there = shop.of(off);
  if (there) there.enabled = false;
  await look(lost);
  await look(off);
  expect((await listed()).differences).toMatchObject([
    { cardUuid: off, cause: "disabled_there", remedies: ["platform"] },
    { cardUuid: lost, cause: "missing_there", remedies: ["ledger"] },
  ]);
  expect((await settled(lost, "platform")).status).toBe(400);
  await settled(lost, "ledger");
  await settled(off, "platform");
  await platformWorker.runDue();
  expect(shop.of(lost)).toMatchObject({ balanceCents: 500 });
  expect(await findCard(merchantId, off)).toMatchObject({ status: "disabled" });
  expect(await cardOf(off)).toMatchObject({ card: { state: "disabled" } });
  expect((await listed()).total).toBe(0);
});

test("differences of a card without one, or of another store's, are not there to settle", async () => {
  const [own, foreign] = [await storeWithShop(), await storeWithShop()];
  await own.put();
  await foreign.put();
  const [cardId, theirs] = [await own.sell(500), await foreign.sell(500)];
  await platformWorker.runDue();
  expect((await own.settled(cardId, "ledger")).body.fields[0].path).toBe("cardUuid");
  expect((await own.settled(theirs, "ledger")).body.error).toBe("not_found");
  await disable(own.ctx(), { cardId });
  await platformWorker.runDue();
  expect((await own.listed()).total).toBe(0);
});
