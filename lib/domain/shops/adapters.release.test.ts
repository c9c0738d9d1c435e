import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startOwnShop } from "@/e2e/support/own-shop/server";
import type { Fault } from "@/e2e/support/shopify/faults";
import { openShop } from "@/e2e/support/shopify/open-shop";
import { startShopify } from "@/e2e/support/shopify/server";
import { newId } from "@/lib/base/ids";
import { configure } from "@/lib/testing/configure";

import { changedCards, newCard } from "@/lib/testing/shop";
import { openAdapter } from "./open-adapter";

let shopify: Awaited<ReturnType<typeof startShopify>>;
let ownShop: Awaited<ReturnType<typeof startOwnShop>>;
beforeAll(async () => {
  shopify = await startShopify();
  ownShop = await startOwnShop();
  configure({ SHOPIFY_ORIGIN: shopify.origin, WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" });
});
afterAll(async () => {
  await shopify.stop();
  await ownShop.stop();
});

const SHOPIFY_OPERATIONS = { create: "createCard", adjust: "creditCard" };

/** Opens a fake shop of each kind, with the same interface for tests. */
const SHOP_OPENERS = {
  shopify: async () => {
    const shop = await openShop({ name: "Corner Books", maximum: 100_000 });
    const failNext = (operation: keyof typeof SHOPIFY_OPERATIONS, fault: Fault) =>
      shop.failNext(SHOPIFY_OPERATIONS[operation], fault);
    return { access: shop, name: "Corner Books", cards: () => shop.cards(), failNext };
  },
  http: async () => {
    ownShop.cards.length = 0;
    const failNext = async (operation: string, fault: Fault) =>
      ownShop.faults.once(operation, fault);
    return { access: ownShop, name: "Own shop", cards: async () => ownShop.cards, failNext };
  },
};

const connect = async (kind: keyof typeof SHOP_OPENERS) => {
  const shop = await SHOP_OPENERS[kind]();
  return { ...shop, adapter: openAdapter(shop.access) };
};

describe.each(["shopify", "http"] as const)("a shop of kind %s", (kind) => {
  test("tells its name and currency, and creates, finds, reads, changes and disables a card", async () => {
    const { adapter, name } = await connect(kind);
    expect(await adapter.check()).toEqual({ name, currency: "USD" });
    const card = newCard();
    const { cardId } = card;
    expect(await adapter.find(card)).toBeNull();
    const made = await adapter.create(card);
    const { platformId } = made;
    expect(made).toEqual({
      platformId,
      balanceCents: 2_550,
      currency: "USD",
      enabled: true,
      cardId,
      expiresOn: "2031-11-30",
    });
    expect(await adapter.find(card)).toEqual(made);
    expect(await adapter.read(platformId)).toEqual(made);
    expect(await adapter.read(`${platformId}9`)).toBeNull();

    const change = (amountCents: number, reference: string) =>
      adapter.adjust(platformId, { amountCents, currency: "USD", reference });
    expect(await change(450, `${cardId}:2`)).toEqual({ ...made, balanceCents: 3_000 });
    expect(await change(-1_001, `${cardId}:3`)).toEqual({ ...made, balanceCents: 1_999 });
    expect(await adapter.wasAdjusted(platformId, `${cardId}:2`)).toBe(true);
    expect(await adapter.wasAdjusted(platformId, `${cardId}:20`)).toBe(false);

    expect(await adapter.setExpiry(platformId, "2040-01-31")).toMatchObject({
      balanceCents: 1_999,
      expiresOn: "2040-01-31",
    });
    await adapter.setExpiry(platformId, null);
    expect(await adapter.read(platformId)).toMatchObject({ expiresOn: null });

    await adapter.disable(platformId);
    await adapter.disable(platformId);
    expect(await adapter.read(platformId)).toMatchObject({ enabled: false });
  });

  test("lists the cards changed since, page by page", async () => {
    const { adapter } = await connect(kind);
    const made = [];
    for (let n = 0; n < 70; n++) made.push((await adapter.create(newCard())).platformId);
    expect((await changedCards(adapter, new Date(0))).map(({ platformId }) => platformId)).toEqual(
      made,
    );
    expect(await changedCards(adapter, new Date(Date.now() + 60_000))).toEqual([]);
  });

  test.each<[Fault, object]>([
    ["reset", { kind: "unreachable", reason: "The connection was closed before a response." }],
    ["unavailable", { kind: "unreachable", reason: "The shop responded with 503." }],
    ["redirect", { kind: "unreachable", reason: "The shop responded with 302." }],
    ["too many", { kind: "throttled", retryAfterMs: 200 }],
  ])("that fails before the work (%s) has created nothing", async (fault, error) => {
    const { adapter, cards, failNext, access } = await connect(kind);
    await failNext("create", fault);
    const card = newCard();
    const failed = await adapter.create(card).catch((caught) => caught);
    expect(failed).toMatchObject(error);
    expectNoSecrets(failed, [card.code, access.token]);
    expect(await cards()).toEqual([]);
    expect(await adapter.find(card)).toBeNull();
  });

  test.each<[Fault, object]>([
    ["failed after", { kind: "unreachable", reason: "The shop responded with 502." }],
    ["lost", { kind: "unreachable" }],
    ["cut short", { kind: "unreachable" }],
    ["no json", { kind: "unreachable", reason: "The shop's response couldn't be read." }],
    ["too large", { kind: "unreachable" }],
  ])("that fails after the work (%s) tells what it did when it is asked", async (fault, error) => {
    const { adapter, failNext, access } = await connect(kind);
    const card = newCard();
    await failNext("create", fault);
    const failed = await adapter.create(card).catch((caught) => caught);
    expect(failed).toMatchObject(error);
    expectNoSecrets(failed, [card.code, access.token]);
    const found = await adapter.find(card);
    expect(found).toMatchObject({ balanceCents: 2_550, cardId: card.cardId });

    const platformId = found?.platformId ?? "";
    await failNext("adjust", fault);
    const reference = newId();
    const change = { amountCents: 50, currency: "USD", reference };
    await expect(adapter.adjust(platformId, change)).rejects.toMatchObject(error);
    expect(await adapter.wasAdjusted(platformId, reference)).toBe(true);
    expect(await adapter.read(platformId)).toMatchObject({ balanceCents: 2_600 });
  });

  test("refuses a code that exists, and what its rules do not allow, in its own words", async () => {
    const { adapter } = await connect(kind);
    const card = newCard();
    const { platformId } = await adapter.create(card);
    const again = newCard({ code: card.code.toLowerCase() });
    await expect(adapter.create(again)).rejects.toMatchObject({
      kind: "taken",
      reason: "The code … is taken",
    });
    for (const [given, reason] of [
      [{ code: "ABC1234" }, "Code is too short"],
      [{ code: "A".repeat(21) }, "Code is too long"],
      [{ balanceCents: 0 }, "Initial value must be greater than 0"],
    ] as const) {
      const refused = adapter.create(newCard(given));
      await expect(refused).rejects.toMatchObject({ kind: "refused", reason });
    }
    for (const [id, given, reason] of [
      [platformId, { amountCents: -2_551 }, "sufficient funds"],
      [platformId, { amountCents: 1, currency: "EUR" }, "currency"],
      [`${platformId}9`, { amountCents: 1 }, "could not be found"],
    ] as const) {
      const change = { currency: "USD", reference: newId(), ...given };
      await expect(adapter.adjust(id, change)).rejects.toMatchObject({
        kind: "refused",
        reason: expect.stringContaining(reason),
      });
    }
  });
});

function expectNoSecrets(error: Error, secrets: string[]): void {
  const text = `${error.stack} ${JSON.stringify(error)}`;
  for (const secret of secrets) expect(text).not.toContain(secret);
}
