import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnShop } from "@/e2e/support/own-shop/server";
import type { Adapter } from "@/lib/domain/shops/adapter";
import { openAdapter } from "@/lib/domain/shops/open-adapter";
import { FORBIDDEN_HOSTS } from "@/lib/testing/addresses";
import { configure } from "@/lib/testing/configure";
import { newCard } from "@/lib/testing/shop";

let shop: Awaited<ReturnType<typeof startOwnShop>>;
let adapter: Adapter;

beforeAll(async () => {
  configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" });
  shop = await startOwnShop();
  adapter = openAdapter(shop);
});
afterAll(() => shop.stop());

test("a change that is repeated under its reference is made once", async () => {
  const earlierCount = shop.keys.length;
  const { platformId } = await adapter.create(newCard());
  const change = { amountCents: 450, currency: "USD", reference: "r:2" };
  shop.faults.once("adjust", "lost");
  await expect(adapter.adjust(platformId, change)).rejects.toMatchObject({ kind: "unreachable" });
  expect(await adapter.adjust(platformId, change)).toMatchObject({ balanceCents: 3_000 });
  expect(shop.keys.slice(earlierCount)).toEqual([expect.stringMatching(/^create:/), "r:2", "r:2"]);
});

test("a response with text that Postgres can't store counts as unreadable", async () => {
  const { platformId } = await adapter.create(newCard());
  const card = shop.cards.find((one) => one.platformId === platformId);
  for (const wrong of ["card\0", "card\uD800"]) {
    Object.assign(card ?? {}, { platformId: wrong });
    const changed = adapter.changedSince(new Date(0), null);
    await expect(changed).rejects.toMatchObject({ kind: "unreachable" });
  }
  Object.assign(card ?? {}, { platformId });
  expect((await adapter.changedSince(new Date(0), null)).cards).not.toEqual([]);
});

test("a refused signature is reported in the shop's words, without the code that they repeat", async () => {
  const { secret } = shop.state;
  shop.state.secret = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
  const card = newCard();
  const failed = await adapter.create(card).catch((caught) => caught);
  shop.state.secret = secret;
  expect(failed).toMatchObject({ kind: "unauthorized" });
  expect(failed.reason).toMatch(/^The signature of /);
  expect(failed.reason).not.toContain(card.code);
});

test.each(["", "secret", "whsec_", "whsec_c2hvcnQ=", `whsec_${"!".repeat(44)}`])(
  "nothing is sent with a secret that signs nothing (%s)",
  async (token) => {
    const unsigned = openAdapter({ kind: "http", address: shop.address, token });
    await expect(unsigned.check()).rejects.toMatchObject({ kind: "unauthorized" });
  },
);

test("no call leaves for an address of the private network, however it is spelled", async () => {
  configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "false" });
  for (const host of FORBIDDEN_HOSTS) {
    const address = `https://${host}:${new URL(shop.address).port}/scrip`;
    const inside = openAdapter({ kind: "http", address, token: shop.token });
    await expect(inside.check()).rejects.toMatchObject({
      reason: "The address must have a public host.",
    });
  }
  configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" });
});
