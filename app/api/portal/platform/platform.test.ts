import { describe, expect, test, vi } from "vitest";
import { create } from "@/lib/cards/create";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { platformWorker } from "@/lib/platforms/sync-worker";
import { useTestDatabase } from "@/lib/testing/database";
import { send } from "@/lib/testing/portal";
import { storeWithShop, TOKEN } from "@/lib/testing/store-with-shop";
import * as card from "./cards/[uuid]/route";
import * as differences from "./differences/route";
import * as reconcile from "./reconcile/route";
import * as platform from "./route";
import * as settle from "./settle/route";

useTestDatabase();

vi.mock("@/lib/platforms/open-adapter", async () => {
  const { openShop } = await import("@/lib/testing/shop");
  return { openAdapter: openShop };
});

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
    const kept = await pg()`select to_jsonb(c)::text || (select coalesce(jsonb_agg(a), '[]')::text
        from audit_log a where a.merchant_id = c.merchant_id) as text
      from platform_connections c where merchant_id = ${merchantId}`;
    expect(kept[0]?.text).toContain("platform.connected");
    expect(`${kept[0]?.text}${answer.text}${JSON.stringify(await read())}`).not.toContain(TOKEN);
  });

  test("is refused, and nothing is kept, when the shop refuses the token, is not there, or is no shop", async () => {
    const { put, read, shop, wanted } = await storeWithShop();
    const pathOf = async (body?: object) => {
      const { status, body: told } = await put(body);
      return [status, told.fields?.[0]?.path];
    };
    shop.faults = ["unauthorized", "unreachable"];
    expect(await pathOf()).toEqual([400, "token"]);
    expect(await pathOf()).toEqual([400, "address"]);
    for (const address of ["shop.example.com", "evil.com/x.myshopify.com", "a.b.myshopify.com"]) {
      expect(await pathOf({ ...wanted, address })).toEqual([400, "address"]);
    }
    for (const address of [
      "http://shop.example.com",
      "https://127.0.0.1/",
      "https://x.internal/",
    ]) {
      expect(await pathOf({ ...wanted, kind: "http", address })).toEqual([400, "address"]);
    }
    expect(await pathOf({ ...wanted, token: "two words" })).toEqual([400, "token"]);
    expect(await read()).toBeNull();
  });

  test("a new token resumes what waited, and another shop has to wait until this one is disconnected", async () => {
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
    const actions = await pg()`select action from audit_log where merchant_id = ${merchantId}
      and action like 'platform.%' order by id`;
    expect(actions.map(({ action }) => action)).toEqual([
      "platform.connected",
      "platform.token_replaced",
    ]);
  });

  test("a shop that is connected again is taken up where it was left, with no second card", async () => {
    const { put, headers, shop, sell, read, ctx, cardOf } = await storeWithShop();
    await put();
    const cardId = await sell(500);
    await platformWorker.runDue();
    expect((await send(platform, "DELETE", { headers })).status).toBe(200);
    expect((await send(platform, "DELETE", { headers })).status).toBe(400);
    expect(await read()).toBeNull();
    expect(await cardOf(cardId)).toEqual({
      connected: false,
      name: null,
      currency: null,
      card: null,
    });
    await spend(ctx(), { cardId, amountCents: 100 });
    await put();
    expect(await read()).toMatchObject({
      reconcilingSince: expect.any(String),
      compared: { done: 0, total: 1 },
    });
    expect(await cardOf(cardId)).toMatchObject({ card: { state: "created", behind: true } });
    expect(shop.cards).toHaveLength(1);
  });

  test("is the owner's; a manager settles and tries again, a viewer only looks", async () => {
    const { put, join, wanted, sell } = await storeWithShop();
    await put();
    const uuid = await sell(500);
    await platformWorker.runDue();
    for (const role of ["manager", "viewer"] as const) {
      const { headers } = await join(role);
      const allowed = role === "manager";
      // One at a time: a card that is being worked on can't be settled meanwhile.
      const calls = [
        () => send(platform, "PUT", { headers, body: wanted }),
        () => send(platform, "DELETE", { headers }),
        () => send(settle, "POST", { headers, body: { cardUuid: uuid, truth: "platform" } }),
        () => send(card, "POST", { headers, params: { uuid }, body: {} }),
        () => send(reconcile, "POST", { headers, body: {} }),
        () => send(platform, "GET", { headers }),
        () => send(differences, "GET", { headers }),
        () => send(card, "GET", { headers, params: { uuid } }),
      ];
      const statuses: number[] = [];
      for (const call of calls) statuses.push((await call()).status);
      const [settles, does] = allowed ? [400, 200] : [403, 403];
      expect(statuses).toEqual([403, 403, settles, does, does, 200, 200, 200]);
    }
  });
});

describe("a card on the platform", () => {
  test("that was active before is created when somebody asks for it, once", async () => {
    const { put, shop, sell, cardOf, queue } = await storeWithShop();
    const cardId = await sell(500);
    expect((await queue(cardId)).body.error).toBe("platform_not_connected");
    await put();
    expect(await cardOf(cardId)).toEqual({
      connected: true,
      name: "Corner Shop",
      currency: "USD",
      card: null,
    });
    await Promise.all([queue(cardId), queue(cardId), queue(cardId)]);
    await platformWorker.runDue();
    expect(await cardOf(cardId)).toMatchObject({
      card: { state: "created", platformCents: 500, behind: false },
    });
    expect(shop.calls.filter((call) => call === "create")).toHaveLength(1);
  });

  test("whose code another card has there fails with the first look for it, though that had to wait", async () => {
    const { put, shop, sell, cardOf, merchantId } = await storeWithShop();
    await put();
    const cardId = await sell(500);
    shop.create = async () => {
      throw Object.assign(new Error(), { name: "PlatformError", kind: "taken", reason: "Taken." });
    };
    shop.faults = ["throttled"];
    await platformWorker.runDue();
    // The wait is so short that it may be over by now.
    await pg()`update platform_connections set paused_until = null where merchant_id = ${merchantId}`;
    await pg()`update outbox set next_attempt_at = now() where merchant_id = ${merchantId}`;
    await platformWorker.runDue();
    expect(await cardOf(cardId)).toMatchObject({
      card: { state: "failed", reason: expect.stringContaining("another card") },
    });
  });

  test("that was queued for a shop connected since is not given up with the one before", async () => {
    const { put, sell, headers, merchantId } = await storeWithShop();
    await put();
    // What connecting begins is over, and takes up none of these.
    await platformWorker.runDue();
    const [, later] = [await sell(500), await sell(300)];
    // As if it were queued between the end of the connection and what follows it.
    await pg()`update outbox set created_at = now() + interval '1 minute'
      where merchant_id = ${merchantId} and payload->>'cardId' = ${later}`;
    await send(platform, "DELETE", { headers });
    const left = await pg()`select payload->>'cardId' as "cardId" from outbox
      where merchant_id = ${merchantId} and status = 'pending'`;
    expect([...left]).toEqual([{ cardId: later }]);
  });

  test("that has failed is tried again, and one that is not active is not made", async () => {
    const { put, shop, sell, cardOf, queue, ctx } = await storeWithShop();
    await put();
    const cardId = await sell(500);
    const { create: make } = shop;
    shop.create = async () => {
      throw Object.assign(new Error(), {
        name: "PlatformError",
        kind: "refused",
        reason: "Too rude.",
      });
    };
    await platformWorker.runDue();
    expect(await cardOf(cardId)).toMatchObject({ card: { state: "failed", reason: "Too rude." } });
    shop.create = make;
    await queue(cardId);
    await platformWorker.runDue();
    expect(await cardOf(cardId)).toMatchObject({ card: { state: "created", reason: null } });
    const { card: unsold } = await create(ctx(), { currency: "USD", cardType: "physical" });
    expect((await queue(unsold.id)).body.error).toBe("card_not_active");
  });
});
