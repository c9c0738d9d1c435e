import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startOwnShop } from "@/e2e/support/own-shop/server";
import type { Fault } from "@/e2e/support/shopify/faults";
import { generateCode } from "@/lib/cards/code";
import { newId } from "@/lib/ids";
import { FORBIDDEN_HOSTS } from "@/lib/testing/addresses";
import { configure } from "@/lib/testing/configure";
import type { Adapter } from "../adapter";
import { openAdapter } from "../open-adapter";

let shop: Awaited<ReturnType<typeof startOwnShop>>;
let adapter: Adapter;

beforeAll(() => configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" }));
beforeEach(async () => {
  shop = await startOwnShop();
  adapter = openAdapter(shop);
});
afterEach(() => shop.stop());

const newCard = () => ({
  cardId: newId(),
  code: generateCode(),
  balanceCents: 2_550,
  currency: "USD",
  expiresOn: null,
});

test("a shop that speaks the protocol makes, finds, reads, changes and disables a card", async () => {
  expect(await adapter.check()).toEqual({ name: "Own shop", currency: "USD" });
  const card = newCard();
  expect(await adapter.find(card)).toBeNull();
  const made = await adapter.create(card);
  const { cardId } = card;
  const shown = { balanceCents: 2_550, currency: "USD", enabled: true, cardId };
  expect(made).toEqual({ platformId: "card-1", ...shown });
  expect(await adapter.find(card)).toEqual(made);
  expect(await adapter.read("card-1")).toEqual(made);
  expect(await adapter.read("card-2")).toBeNull();
  const change = { amountCents: -550, currency: "USD", reference: "r:2" };
  expect(await adapter.adjust("card-1", change)).toEqual({ ...made, balanceCents: 2_000 });
  expect(await adapter.wasAdjusted("card-1", "r:2")).toBe(true);
  expect(await adapter.wasAdjusted("card-1", "r:3")).toBe(false);
  await adapter.disable("card-1");
  expect(await adapter.read("card-1")).toMatchObject({ enabled: false });
});

test("a change that is repeated under its reference is made once", async () => {
  const { platformId } = await adapter.create(newCard());
  const change = { amountCents: 450, currency: "USD", reference: "r:2" };
  shop.faults.once("adjust", "lost");
  await expect(adapter.adjust(platformId, change)).rejects.toMatchObject({ kind: "unreachable" });
  expect(await adapter.adjust(platformId, change)).toMatchObject({ balanceCents: 3_000 });
  expect(shop.keys).toEqual([expect.stringMatching(/^create:/), "r:2", "r:2"]);
});

test("what a database would not take is no answer", async () => {
  const { platformId } = await adapter.create(newCard());
  for (const wrong of ["card\0", "card\uD800"]) {
    for (const card of shop.cards) card.platformId = wrong;
    await expect(adapter.changedSince(new Date(0), null)).rejects.toMatchObject({
      kind: "unreachable",
    });
  }
  for (const card of shop.cards) card.platformId = platformId;
  expect((await adapter.changedSince(new Date(0), null)).cards).toHaveLength(1);
});

test("the cards changed since are told a page at a time", async () => {
  const cards = Array.from({ length: 45 }, newCard);
  for (const card of cards) await adapter.create(card);
  const seen = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Adapter["changedSince"]>> = await adapter.changedSince(
      new Date(0),
      cursor,
    );
    seen.push(...page.cards.map(({ cardId }) => cardId));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(cards.map(({ cardId }) => cardId));
  const later = await adapter.changedSince(new Date(Date.now() + 60_000), null);
  expect(later).toEqual({ cards: [], nextCursor: null });
});

describe("a call that goes wrong", () => {
  test.each<[Fault, object, number]>([
    ["reset", { kind: "unreachable" }, 0],
    ["unavailable", { kind: "unreachable", reason: "The shop answered 503." }, 0],
    ["redirect", { kind: "unreachable", reason: "The shop answered 302." }, 0],
    ["too many", { kind: "throttled", retryAfterMs: 200 }, 0],
    ["failed after", { kind: "unreachable" }, 1],
    ["lost", { kind: "unreachable" }, 1],
    ["cut short", { kind: "unreachable" }, 1],
    ["no json", { kind: "unreachable" }, 1],
    ["too large", { kind: "unreachable" }, 1],
  ])(
    "by %s tells whether it may have been done, and neither the secret nor the code",
    async (fault, error, made) => {
      const card = newCard();
      shop.faults.once("create", fault);
      const failed = await adapter.create(card).catch((caught) => caught);
      expect(failed).toMatchObject(error);
      expect(shop.cards).toHaveLength(made);
      expect(`${failed.stack} ${JSON.stringify(failed)}`).not.toContain(card.code);
      expect(Boolean(await adapter.find(card))).toBe(made === 1);
    },
  );

  test("is taken, refused or unauthorized in the shop's words, without what it should not repeat", async () => {
    const card = newCard();
    const { platformId } = await adapter.create(card);
    await expect(adapter.create({ ...newCard(), code: card.code })).rejects.toMatchObject({
      kind: "taken",
      reason: "The code … is taken",
    });
    const change = { amountCents: -2_551, currency: "USD", reference: "r" };
    await expect(adapter.adjust(platformId, change)).rejects.toMatchObject({
      kind: "refused",
      reason: "The gift card does not have sufficient funds",
    });
    shop.state.secret = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
    const other = newCard();
    const failed = await adapter.create(other).catch((caught) => caught);
    expect(failed).toMatchObject({ kind: "unauthorized" });
    expect(failed.reason).toMatch(/^The signature of /);
    expect(failed.reason).not.toContain(other.code);
  });

  test.each(["", "secret", "whsec_", "whsec_c2hvcnQ=", `whsec_${"!".repeat(44)}`])(
    "for a secret that signs nothing (%s) is not sent",
    async (token) => {
      const unsigned = openAdapter({ kind: "http", address: shop.address, token });
      await expect(unsigned.check()).rejects.toMatchObject({ kind: "unauthorized" });
    },
  );
});

test("no call leaves for an address of the private network, however it is spelled", async () => {
  configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "false" });
  for (const host of FORBIDDEN_HOSTS) {
    const inside = openAdapter({
      kind: "http",
      address: `https://${host}:${new URL(shop.address).port}/scrip`,
      token: shop.token,
    });
    await expect(inside.check()).rejects.toMatchObject({
      reason: "The address must lead to a public host.",
    });
  }
  configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" });
});
