import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "@/e2e/support/shopify/faults";
import { openShop } from "@/e2e/support/shopify/open-shop";
import { startShopify } from "@/e2e/support/shopify/server";
import type { ShopOptions } from "@/e2e/support/shopify/shop";
import { generateCode } from "@/lib/cards/code";
import { newId } from "@/lib/ids";
import { configure } from "@/lib/testing/configure";
import { hurryDeadlines } from "@/lib/testing/deadlines";
import type { CardToCreate } from "../adapter";
import { openAdapter } from "../open-adapter";

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

const newCard = (given: Partial<CardToCreate> = {}): CardToCreate => ({
  cardId: newId(),
  code: generateCode(),
  balanceCents: 2_550,
  currency: "USD",
  expiresOn: "2031-11-30",
  ...given,
});

const codes = async (shop: { cards: () => Promise<{ code: string }[]> }) =>
  (await shop.cards()).map(({ code }) => code.toUpperCase());

describe("a card", () => {
  test("is made with its code, value, expiry and our id, and found, read, changed and disabled", async () => {
    const { shop, adapter } = await connect();
    const card = newCard();
    const made = await adapter.create(card);
    const { cardId } = card;
    const shown = { balanceCents: 2_550, currency: "USD", enabled: true, cardId };
    expect(made).toEqual({ platformId: "gid://shopify/GiftCard/1", ...shown });
    expect(await shop.card(card.code)).toMatchObject({
      balanceCents: 2_550,
      expiresOn: "2031-11-30",
    });
    expect(await adapter.find(card)).toEqual(made);
    expect(await adapter.read(made.platformId)).toEqual(made);

    const change = (amountCents: number, reference: string) =>
      adapter.adjust(made.platformId, { amountCents, currency: "USD", reference });
    expect(await change(450, `${cardId}:2`)).toEqual({ ...made, balanceCents: 3_000 });
    expect(await change(-1_001, `${cardId}:3`)).toEqual({ ...made, balanceCents: 1_999 });
    expect(await adapter.wasAdjusted(made.platformId, `${cardId}:2`)).toBe(true);
    expect(await adapter.wasAdjusted(made.platformId, `${cardId}:20`)).toBe(false);

    await adapter.disable(made.platformId);
    await adapter.disable(made.platformId);
    expect(await adapter.read(made.platformId)).toMatchObject({ enabled: false });
  });

  test.each([
    ["JPY", 12_345, "12345"],
    ["USD", 9_007_199_254_740_991, "90071992547409.91"],
    ["KWD", 9_007_199_254_740_991, "9007199254740.991"],
    ["KWD", 5, "0.005"],
  ])("in %s of %i minor units has exactly that value", async (currency, balanceCents) => {
    const { adapter } = await connect({ currency });
    const made = await adapter.create(newCard({ currency, balanceCents }));
    expect(made).toMatchObject({ currency, balanceCents });
  });

  test("that was just made is found though the shop's search does not know it yet", async () => {
    const { adapter } = await connect({ searchLagMs: 60_000 });
    const card = newCard();
    const made = await adapter.create(card);
    expect(await adapter.find(card)).toEqual(made);
  });

  test("of the shop's own, or of another card of ours, is not taken for the one looked for", async () => {
    const { shop, adapter } = await connect();
    const own = newCard();
    await shop.addCard(own.code, "10.00");
    expect(await adapter.find(own)).toBeNull();
    const other = newCard();
    await adapter.create(other);
    expect(await adapter.find({ cardId: newId(), code: other.code })).toBeNull();
    expect(await adapter.read("gid://shopify/GiftCard/1")).toMatchObject({ cardId: null });
    expect(await adapter.read("gid://shopify/GiftCard/99")).toBeNull();
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
});

describe("the cards changed since", () => {
  test("are told across pages, and those before are not", async () => {
    const { shop, adapter } = await connect({ maximum: 100_000 });
    const ids = [];
    for (let n = 0; n < 130; n++) ids.push((await adapter.create(newCard())).platformId);
    // Half a second into the second in which the changes begin.
    const nextSecondMs = Math.ceil((Date.now() + 1) / 1_000) * 1_000;
    const since = new Date(nextSecondMs + 500);
    await expect.poll(() => Date.now(), { interval: 10 }).toBeGreaterThan(nextSecondMs);
    for (const code of (await codes(shop)).slice(0, 70)) await shop.redeem(code, 100);

    const seen = new Map<string, number>();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof adapter.changedSince>> = await adapter.changedSince(
        since,
        cursor,
      );
      for (const { platformId, balanceCents } of page.cards) seen.set(platformId, balanceCents);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(new Map(ids.slice(0, 70).map((id) => [id, 2_450])));

    const every: string[] = [];
    do {
      const page = await adapter.changedSince(new Date(0), cursor);
      every.push(...page.cards.map(({ platformId }) => platformId));
      cursor = page.nextCursor;
    } while (cursor);
    expect(every).toEqual(ids);
  });
});

describe("a connection", () => {
  test("tells the shop's name and currency", async () => {
    const { adapter } = await connect({ name: "Corner Books", currency: "EUR" });
    expect(await adapter.check()).toEqual({ name: "Corner Books", currency: "EUR" });
  });

  test("is refused by a wrong token, and where there is no shop", async () => {
    const { shop } = await connect();
    const { address, token } = shop;
    const wrong = openAdapter({ kind: "shopify", address, token: "shpat_wrong" });
    await expect(wrong.check()).rejects.toMatchObject({
      kind: "unauthorized",
      reason: "The shop does not accept the access token.",
    });
    const nowhere = openAdapter({ kind: "shopify", address: "no.myshopify.com", token });
    await expect(nowhere.check()).rejects.toMatchObject({
      kind: "unauthorized",
      reason: "There is no shop at this address.",
    });
  });

  test("names each scope that its token lacks, before and while it works", async () => {
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
});

describe("what the shop refuses", () => {
  test("is taken when the code exists in whatever case, and refused otherwise, in the shop's words", async () => {
    const { shop, adapter } = await connect();
    const card = newCard();
    await shop.addCard(card.code.toLowerCase(), "1.00");
    await expect(adapter.create(card)).rejects.toMatchObject({ kind: "taken" });
    for (const [given, reason] of [
      [{ code: "ABC1234" }, "Code is too short"],
      [{ code: "A".repeat(21) }, "Code is too long"],
      [{ balanceCents: 0 }, "Initial value must be greater than 0"],
    ] as const) {
      const refused = adapter.create(newCard(given));
      await expect(refused).rejects.toMatchObject({ kind: "refused", reason });
    }
    const { platformId } = await adapter.create(newCard());
    const change = { currency: "USD", reference: "r" };
    for (const [id, given, reason] of [
      [platformId, { amountCents: -2_551 }, "sufficient funds"],
      [platformId, { amountCents: 1, currency: "EUR" }, "currency"],
      ["gid://shopify/GiftCard/99", { amountCents: 1 }, "could not be found"],
    ] as const) {
      const refused = adapter.adjust(id, { ...change, ...given });
      await expect(refused).rejects.toMatchObject({
        kind: "refused",
        reason: expect.stringContaining(reason),
      });
    }
  });

  test("for want of points is throttled, and says when they will be there", async () => {
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
});

const NOT_DONE: [Fault, object][] = [
  ["reset", { kind: "unreachable", reason: "The connection was closed before an answer came." }],
  ["unavailable", { kind: "unreachable", reason: "The shop answered 503." }],
  ["redirect", { kind: "unreachable", reason: "The shop answered 302." }],
  ["too many", { kind: "throttled", retryAfterMs: 200 }],
];
const DONE: [Fault, object][] = [
  ["failed after", { kind: "unreachable", reason: "The shop answered 502." }],
  ["lost", { kind: "unreachable" }],
  ["cut short", { kind: "unreachable" }],
  ["no json", { kind: "unreachable", reason: "The shop's answer could not be understood." }],
  ["too large", { kind: "unreachable" }],
];

describe("a call that goes wrong", () => {
  test.each(NOT_DONE)("before the work (%s) leaves nothing there", async (fault, error) => {
    const { shop, adapter } = await connect();
    await shop.failNext("createCard", fault);
    const card = newCard();
    await expect(adapter.create(card)).rejects.toMatchObject(error);
    expect(await shop.cards()).toEqual([]);
    expect(await adapter.find(card)).toBeNull();
  });

  test.each(DONE)("after the work (%s) is settled by asking", async (fault, error) => {
    const { shop, adapter } = await connect();
    const card = newCard();
    await shop.failNext("createCard", fault);
    await expect(adapter.create(card)).rejects.toMatchObject(error);
    const found = await adapter.find(card);
    expect(found).toMatchObject({ balanceCents: 2_550, cardId: card.cardId });

    const platformId = found?.platformId ?? "";
    await shop.failNext("creditCard", fault);
    const change = { amountCents: 50, currency: "USD", reference: "r:7" };
    await expect(adapter.adjust(platformId, change)).rejects.toMatchObject(error);
    expect(await adapter.wasAdjusted(platformId, "r:7")).toBe(true);
    expect(await adapter.read(platformId)).toMatchObject({ balanceCents: 2_600 });
  });

  test("for longer than ten seconds is given up", async () => {
    const { shop, adapter } = await connect();
    await shop.failNext("createCard", "hung");
    const askedMs = hurryDeadlines();
    await expect(adapter.create(newCard())).rejects.toMatchObject({
      kind: "unreachable",
      reason: "No answer came within 10 s.",
    });
    expect(askedMs).toEqual([10_000]);
  });

  test("never tells the token or the code", async () => {
    const { shop, adapter } = await connect();
    const card = newCard();
    const failures = [];
    for (const fault of [...NOT_DONE, ...DONE].map(([name]) => name)) {
      await shop.failNext("createCard", fault);
      failures.push(await adapter.create(card).catch((error) => error));
    }
    await shop.setToken("another");
    failures.push(await adapter.create(card).catch((error) => error));
    const told = failures.map((error) => `${error.stack} ${JSON.stringify(error)}`).join();
    expect(failures).toHaveLength(10);
    expect(told).not.toContain(shop.token);
    expect(told).not.toContain(card.code);
  });
});
