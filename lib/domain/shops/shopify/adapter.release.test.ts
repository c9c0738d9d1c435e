import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openShop } from "@/e2e/support/shopify/open-shop";
import { startShopify } from "@/e2e/support/shopify/server";
import type { ShopOptions } from "@/e2e/support/shopify/shop";
import { openAdapter } from "@/lib/domain/shops/open-adapter";
import { configure } from "@/lib/testing/configure";
import { changedCards, newCard } from "@/lib/testing/shop";

let shopify: Awaited<ReturnType<typeof startShopify>>;
beforeAll(async () => {
  shopify = await startShopify();
  configure({ SHOPIFY_ORIGIN: shopify.origin });
});
afterAll(() => shopify.stop());

async function connect(options: Partial<ShopOptions> = {}) {
  const shop = await openShop(options);
  return { shop, adapter: openAdapter(shop) };
}

describe("a card", () => {
  test.each([
    ["JPY", 12_345],
    ["USD", 9_007_199_254_740_991],
    ["KWD", 9_007_199_254_740_991],
    ["KWD", 5],
  ])(
    "in %s of %i minor units has exactly that value, and its expiry",
    async (currency, balanceCents) => {
      const { shop, adapter } = await connect({ currency });
      const card = newCard({ currency, balanceCents });
      expect(await adapter.create(card)).toMatchObject({ currency, balanceCents });
      expect(await shop.card(card.code)).toMatchObject({ balanceCents, expiresOn: "2031-11-30" });
    },
  );

  test("that was just created is found before the shop's search knows it", async () => {
    const { adapter } = await connect({ searchLagMs: 60_000 });
    const card = newCard();
    const made = await adapter.create(card);
    expect(await adapter.find(card)).toEqual(made);
  });

  test("of the shop's own, or of another card of ours, is not taken for the one looked for", async () => {
    const { shop, adapter } = await connect();
    const [own, other] = [newCard(), newCard()];
    await shop.addCard(own.code, "10.00");
    expect(await adapter.find(own)).toBeNull();
    await adapter.create(other);
    expect(await adapter.find(newCard({ code: other.code }))).toBeNull();
    expect(await adapter.read("gid://shopify/GiftCard/1")).toMatchObject({ cardId: null });
  });

  test("is found by its note among changes that fill many pages", async () => {
    const { adapter } = await connect({ maximum: 100_000 });
    const { platformId } = await adapter.create(newCard({ balanceCents: 1 }));
    for (let n = 1; n <= 120; n++) {
      await adapter.adjust(platformId, { amountCents: 1, currency: "USD", reference: `r:${n}` });
    }
    expect(await adapter.wasAdjusted(platformId, "r:1")).toBe(true);
    expect(await adapter.wasAdjusted(platformId, "r:0")).toBe(false);
  });

  test("that changed since, within the shop's whole seconds, is listed across pages; one before is not", async () => {
    const { shop, adapter } = await connect({ maximum: 100_000 });
    const made = [];
    for (let n = 0; n < 70; n++) made.push(await adapter.create(newCard()));
    // Start the changes in a new second, because Shopify's timestamps have whole seconds.
    const nextSecondMs = Math.ceil((Date.now() + 1) / 1_000) * 1_000;
    await expect.poll(() => Date.now(), { interval: 10 }).toBeGreaterThan(nextSecondMs);
    for (const { code } of (await shop.cards()).slice(0, 60)) await shop.redeem(code, 100);

    const changed = await changedCards(adapter, new Date(nextSecondMs + 500));
    const balances = new Map(changed.map((card) => [card.platformId, card.balanceCents]));
    expect(balances).toEqual(new Map(made.slice(0, 60).map((card) => [card.platformId, 2_450])));
  });
});

test("a wrong token and an address without a shop are refused, in words that don't repeat the token", async () => {
  const { shop, adapter } = await connect();
  const { address, token } = shop;
  await shop.setToken("another");
  const failed = await adapter.check().catch((error) => error);
  expect(failed).toMatchObject({
    kind: "unauthorized",
    reason: "The shop rejected the access token.",
  });
  expect(`${failed.stack} ${JSON.stringify(failed)}`).not.toContain(token);
  const nowhere = openAdapter({ kind: "shopify", address: `no-${address}`, token });
  await expect(nowhere.check()).rejects.toMatchObject({
    kind: "unauthorized",
    reason: "There is no shop at this address.",
  });
});

test("each scope that the token lacks is named, before and while it works", async () => {
  const { shop, adapter } = await connect({ scopes: ["write_gift_cards"] });
  await expect(adapter.check()).rejects.toMatchObject({
    kind: "unauthorized",
    reason:
      "The access token lacks the scopes read_gift_card_transactions, write_gift_card_transactions.",
  });
  await shop.setScopes(["read_gift_cards"]);
  await expect(adapter.create(newCard())).rejects.toMatchObject({
    kind: "unauthorized",
    reason: "The access token lacks the scope write_gift_cards.",
  });
  await shop.setScopes(["write_gift_cards", "write_gift_card_transactions"]);
  await expect(adapter.check()).resolves.toMatchObject({ currency: "USD" });
});

test("a call without points is throttled, and says when they will be there", async () => {
  const { shop, adapter } = await connect({ maximum: 25, perSecond: 2 });
  await adapter.create(newCard());
  await adapter.create(newCard());
  const error = await adapter.create(newCard()).catch((failed) => failed);
  expect(error).toMatchObject({ kind: "throttled" });
  expect(error.retryAfterMs).toBeGreaterThan(1_500);
  expect(error.retryAfterMs).toBeLessThanOrEqual(3_000);
  expect(await shop.cards()).toHaveLength(2);
  expect((await shop.counts()).beyond).toBe(1);
});

test("a call is given up after ten seconds", async () => {
  const { shop, adapter } = await connect();
  await shop.failNext("createCard", "hung");
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 100));
  onTestFinished(() => asked.mockRestore());
  await expect(adapter.create(newCard())).rejects.toMatchObject({
    kind: "unreachable",
    reason: "No response within 10 s.",
  });
  expect(asked).toHaveBeenCalledExactlyOnceWith(10_000);
});
