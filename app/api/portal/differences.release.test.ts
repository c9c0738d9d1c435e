import { expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { findCard } from "@/lib/domain/cards/find";
import { spend } from "@/lib/domain/cards/spend";
import { platformWorker } from "@/lib/domain/shops/sync-worker";
import { auditOf } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";
import { storeWithShop } from "@/lib/testing/store-with-shop";

vi.mock("@/lib/domain/shops/open-adapter", () => import("@/lib/testing/shop"));
vi.mock("@/lib/base/worker", () => import("@/lib/testing/restless-worker"));

/** A store with a card that expired and was then redeemed in the shop. */
async function storeWithLateRedemption(amountCents: number, redeemedCents: number) {
  const store = await storeWithShop();
  const cardId = await store.sold(amountCents);
  await pg()`update cards set expires_on = '2020-01-01' where id = ${cardId}`;
  store.shop.redeem(cardId, redeemedCents);
  await store.look(cardId);
  /** Balances in the ledger and in the shop, after the difference is settled in favor of `truth`. */
  const settledBy = async (truth: "ledger" | "platform") => {
    expect((await store.settled(cardId, truth)).status).toBe(200);
    await platformWorker.runDue();
    expect((await store.listed()).total).toBe(0);
    return [await store.balance(cardId), store.shop.of(cardId)?.balanceCents];
  };
  return { ...store, cardId, settledBy };
}

test("differences are listed with cause and remedies, and gone once they are resolved", async () => {
  const { put, shop, sell, listed, read, queue } = await storeWithShop();
  await put();
  const queued = await sell(100);
  expect((await listed()).differences).toMatchObject([
    { cardUuid: queued, cause: "queued", ledgerCents: 100, platformCents: null, remedies: [] },
  ]);
  await platformWorker.runDue();
  expect(await listed()).toMatchObject({ differences: [], total: 0 });
  const failed = await sell(100);
  const { create } = shop;
  shop.create = async () => {
    throw Object.assign(new Error(), { name: "PlatformError", kind: "refused", reason: "No." });
  };
  await platformWorker.runDue();
  shop.create = create;
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
  const { cardId, listed, balance, settledBy, merchantId } = await storeWithLateRedemption(
    500,
    200,
  );
  expect(await balance(cardId)).toBe(500);
  expect((await listed()).differences).toMatchObject([
    { cause: "redeemed_there", unpostedCents: 200, remedies: ["ledger", "platform"] },
  ]);
  expect(await settledBy("platform")).toEqual([300, 300]);
  const details = { cause: "redeemed_there", truth: "platform", movedCents: -200 };
  expect(await auditOf(merchantId, "card.difference_settled")).toMatchObject([{ details }]);
});

test("what was redeemed in the shop from an expired card is returned there when the ledger is right", async () => {
  const { settledBy } = await storeWithLateRedemption(500, 200);
  expect(await settledBy("ledger")).toEqual([500, 500]);
});

test("what the shop redeemed beyond the balance can only be acknowledged, which moves nothing on either side", async () => {
  const { shop, sold, ctx, listed, settled, look, balance } = await storeWithShop();
  const cardId = await sold(2_500);
  shop.redeem(cardId, 2_500);
  await spend(ctx(), { cardId, amountCents: 700 });
  await look(cardId);
  expect((await listed()).differences).toMatchObject([
    { cause: "redeemed_there", ledgerCents: 0, unpostedCents: 700, remedies: ["ledger"] },
  ]);
  expect(await outcomeOf(settled(cardId, "platform"))).toBe("400 invalid_request truth");
  const calls = shop.calls.length;
  await settled(cardId, "ledger");
  await platformWorker.runDue();
  expect([await balance(cardId), shop.of(cardId)?.balanceCents]).toEqual([0, 0]);
  expect(shop.calls.slice(calls)).not.toContain("adjust");
  expect((await listed()).total).toBe(0);
});

test("a redemption from a card that was then disabled is acknowledged without returning it", async () => {
  const { cardId, shop, ctx, listed, settled, cardOf } = await storeWithLateRedemption(2_500, 700);
  await disable(ctx(), { cardId });
  await platformWorker.runDue();
  expect((await listed()).differences).toMatchObject([{ remedies: ["ledger"] }]);
  await settled(cardId, "ledger");
  await platformWorker.runDue();
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 1_800, enabled: false });
  expect(await cardOf(cardId)).toMatchObject({ card: { unpostedCents: 0 } });
});

test("a card in a currency other than the shop's is neither a difference nor a failure", async () => {
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

test.each([
  ["ledger", 500],
  ["platform", 550],
] as const)(
  "what was credited by hand in the shop is no money until somebody decides that the %s is right",
  async (truth, cents) => {
    const { shop, sold, settled, look, balance, listed } = await storeWithShop();
    const cardId = await sold(500);
    Object.assign(shop.of(cardId) ?? {}, { balanceCents: 550 });
    await look(cardId);
    expect(await balance(cardId)).toBe(500);
    expect((await listed()).differences).toMatchObject([
      { cause: "credited_there", platformCents: 550 },
    ]);
    await settled(cardId, truth);
    await platformWorker.runDue();
    expect([await balance(cardId), shop.of(cardId)?.balanceCents]).toEqual([cents, cents]);
    expect((await listed()).total).toBe(0);
  },
);

test("a card that the shop has lost is created again; one that it has disabled is disabled here", async () => {
  const { put, shop, sell, settled, look, listed, merchantId, cardOf } = await storeWithShop();
  await put();
  const [lost, disabled] = [await sell(500), await sell(300)];
  await platformWorker.runDue();
  shop.cards.splice(shop.cards.indexOf(shop.of(lost)!), 1);
  Object.assign(shop.of(disabled) ?? {}, { enabled: false });
  await look(lost);
  await look(disabled);
  expect((await listed()).differences).toMatchObject([
    { cardUuid: disabled, cause: "disabled_there", remedies: ["platform"] },
    { cardUuid: lost, cause: "missing_there", remedies: ["ledger"] },
  ]);
  expect((await settled(lost, "platform")).status).toBe(400);
  await settled(lost, "ledger");
  await settled(disabled, "platform");
  await platformWorker.runDue();
  expect(shop.of(lost)).toMatchObject({ balanceCents: 500 });
  expect(await findCard(merchantId, disabled)).toMatchObject({ status: "disabled" });
  expect(await cardOf(disabled)).toMatchObject({ card: { state: "disabled" } });
  expect((await listed()).total).toBe(0);
});

test("a card without a difference, or of another store, can't be settled", async () => {
  const [own, foreign] = [await storeWithShop(), await storeWithShop()];
  const [cardId, theirs] = [await own.sold(500), await foreign.sold(500)];
  expect(await outcomeOf(own.settled(cardId, "ledger"))).toBe("400 invalid_request cardUuid");
  expect(await outcomeOf(own.settled(theirs, "ledger"))).toBe("404 not_found");
  await disable(own.ctx(), { cardId });
  await platformWorker.runDue();
  expect((await own.listed()).total).toBe(0);
});
