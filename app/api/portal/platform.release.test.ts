import { describe, expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client/client";
import { spend } from "@/lib/domain/cards/spend";
import { platformWorker } from "@/lib/domain/shops/sync-worker";
import { actionsOf } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";
import { storeWithShop, TOKEN } from "@/lib/testing/store-with-shop";

vi.mock("@/lib/domain/shops/open-adapter", () => import("@/lib/testing/shop"));
vi.mock("@/lib/base/worker", () => import("@/lib/testing/restless-worker"));

/** A fake `create` that fails with this kind and reason. */
const failingCreate = (kind: string, reason: string) => async () => {
  throw Object.assign(new Error(), { name: "PlatformError", kind, reason });
};

describe("connecting a shop", () => {
  test("asks the shop first, keeps the token sealed, and shows it nowhere", async () => {
    const { put, read, address, merchantId } = await storeWithShop();
    expect(await read()).toBeNull();
    const answer = await put();
    expect(answer).toMatchObject({ status: 200, body: { connection: { address } } });
    expect(await read()).toMatchObject({
      kind: "shopify",
      address,
      name: "Corner Shop",
      currency: "USD",
      status: "connected",
      counts: { queued: 0, created: 0, failed: 0, disabled: 0 },
      otherCurrency: 0,
      differences: 0,
    });
    const [row] = await pg()`select to_jsonb(c)::text || (select coalesce(jsonb_agg(a), '[]')::text
        from audit_log a where a.merchant_id = c.merchant_id) as text
      from platform_connections c where merchant_id = ${merchantId}`;
    expect(row?.text).toContain("platform.connected");
    expect(`${row?.text}${answer.text}${JSON.stringify(await read())}`).not.toContain(TOKEN);
  });

  test("is refused, and nothing is stored, when the shop refuses the token, is unreachable, or is no shop", async () => {
    const { put, read, shop, wanted } = await storeWithShop();
    shop.faults = ["unauthorized", "unreachable"];
    expect(await outcomeOf(put())).toBe("400 invalid_request token");
    expect(await outcomeOf(put())).toBe("400 invalid_request address");
    for (const [kind, address] of [
      ["shopify", "shop.example.com"],
      ["shopify", "evil.com/x.myshopify.com"],
      ["shopify", "a.b.myshopify.com"],
      ["http", "http://shop.example.com"],
      ["http", "https://127.0.0.1/"],
      ["http", "https://x.internal/"],
    ]) {
      const answer = put({ ...wanted, kind, address });
      expect(await outcomeOf(answer), address).toBe("400 invalid_request address");
    }
    const answer = put({ ...wanted, token: "two words" });
    expect(await outcomeOf(answer)).toBe("400 invalid_request token");
    expect(await read()).toBeNull();
  });

  test("again with a new token resumes pending work; another shop is refused until this one is disconnected", async () => {
    const { put, read, wanted, shop, sell, merchantId } = await storeWithShop();
    await put();
    const cardId = await sell(500);
    shop.faults = ["unauthorized"];
    await platformWorker.runDue();
    expect(await read()).toMatchObject({ status: "failing", lastError: "No scope." });
    expect((await put({ ...wanted, address: "other.myshopify.com" })).status).toBe(400);
    expect((await put({ ...wanted, token: "shpat_new" })).status).toBe(200);
    expect(await read()).toMatchObject({ status: "connected", lastError: null });
    await platformWorker.runDue();
    expect(shop.of(cardId)).toMatchObject({ balanceCents: 500 });
    const actions = await actionsOf(merchantId);
    expect(actions.filter((action) => action.startsWith("platform."))).toEqual([
      "platform.connected",
      "platform.token_replaced",
    ]);
  });

  test("again after disconnecting goes on where it stopped, with no second card", async () => {
    const { put, owner, shop, sold, read, ctx, cardOf } = await storeWithShop();
    const cardId = await sold(500);
    expect((await owner.delete("/platform")).status).toBe(200);
    expect((await owner.delete("/platform")).status).toBe(400);
    expect(await read()).toBeNull();
    const none = { connected: false, name: null, currency: null, card: null };
    expect(await cardOf(cardId)).toEqual(none);
    await spend(ctx(), { cardId, amountCents: 100 });
    await put();
    expect(await read()).toMatchObject({
      reconcilingSince: expect.any(String),
      compared: { done: 0, total: 1 },
    });
    expect(await cardOf(cardId)).toMatchObject({ card: { state: "created", behind: true } });
    expect(shop.cards).toHaveLength(1);
  });
});

describe("a card on the platform", () => {
  test("that was active before is created on request, once", async () => {
    const { put, shop, sell, cardOf, queue } = await storeWithShop();
    const cardId = await sell(500);
    expect((await queue(cardId)).body.error).toBe("platform_not_connected");
    await put();
    const none = { connected: true, name: "Corner Shop", currency: "USD", card: null };
    expect(await cardOf(cardId)).toEqual(none);
    await Promise.all([queue(cardId), queue(cardId), queue(cardId)]);
    await platformWorker.runDue();
    expect(await cardOf(cardId)).toMatchObject({
      card: { state: "created", platformCents: 500, behind: false },
    });
    expect(shop.calls.filter((call) => call === "create")).toHaveLength(1);
  });

  test("whose code another card has there fails at the first look, also one that had to wait", async () => {
    const { put, shop, sell, cardOf, merchantId } = await storeWithShop();
    await put();
    const cardId = await sell(500);
    shop.create = failingCreate("taken", "Taken.");
    shop.faults = ["throttled"];
    await platformWorker.runDue();
    // Ends the throttling pause, if it isn't over already.
    await pg()`update platform_connections set paused_until = null where merchant_id = ${merchantId}`;
    await pg()`update outbox set next_attempt_at = now() where merchant_id = ${merchantId}`;
    await platformWorker.runDue();
    expect(await cardOf(cardId)).toMatchObject({
      card: { state: "failed", reason: expect.stringContaining("Another card") },
    });
  });

  test("that was queued for a new connection is not dropped with the one before", async () => {
    const { put, sell, owner, merchantId } = await storeWithShop();
    await put();
    // Finishes the work that connecting starts, so that it can't pick up the cards below.
    await platformWorker.runDue();
    const [, later] = [await sell(500), await sell(300)];
    // As if the card was queued after the disconnect, but before its cleanup.
    await pg()`update outbox set created_at = now() + interval '1 minute'
      where merchant_id = ${merchantId} and payload->>'cardId' = ${later}`;
    await owner.delete("/platform");
    const left = await pg()`select payload->>'cardId' as "cardId" from outbox
      where merchant_id = ${merchantId} and status = 'pending'`;
    expect([...left]).toEqual([{ cardId: later }]);
  });

  test("that has failed is retried on request, and an inactive one is not created", async () => {
    const { put, shop, sell, cardOf, queue, card } = await storeWithShop();
    await put();
    const cardId = await sell(500);
    const { create } = shop;
    shop.create = failingCreate("refused", "Too rude.");
    await platformWorker.runDue();
    expect(await cardOf(cardId)).toMatchObject({ card: { state: "failed", reason: "Too rude." } });
    shop.create = create;
    await queue(cardId);
    await platformWorker.runDue();
    expect(await cardOf(cardId)).toMatchObject({ card: { state: "created", reason: null } });
    expect((await queue((await card({})).id)).body.error).toBe("card_not_active");
  });
});
