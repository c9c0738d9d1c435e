import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client/client";
import { findCard } from "@/lib/domain/cards/find";
import { spend } from "@/lib/domain/cards/spend";
import { captureHold } from "@/lib/domain/holds/capture";
import { placeHold } from "@/lib/domain/holds/place";
import { verify } from "@/lib/ledger/verify/verify";
import { send } from "@/lib/testing/requests";
import { connectShop, fakeShopAt } from "@/lib/testing/shop";
import { createStore } from "@/lib/testing/store";
import { storeWithShop } from "@/lib/testing/store-with-shop";
import { pollDue } from "./poll";
import { platformWorker } from "./sync-worker";

vi.mock("./open-adapter", () => import("@/lib/testing/shop"));
vi.mock("@/lib/base/worker", () => import("@/lib/testing/restless-worker"));

// Only the current test's shop is polled.
beforeEach(async () => {
  await pg()`update platform_connections set status = 'disconnected', sealed_token = null,
    disconnected_at = now() where status <> 'disconnected'`;
});

/** A store with five cards in its shop. */
async function storeWithCards() {
  const store = await storeWithShop();
  await store.put();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await store.sell(500));
  await platformWorker.runDue();
  return { ...store, ids, first: ids[0] ?? "", last: ids[4] ?? "" };
}

/** Polls as if a minute had passed, then runs the queued jobs. */
async function pollLater() {
  await pg()`update platform_connections set polled_until = now() - interval '1 minute',
    paused_until = null`;
  const done = await pollDue();
  await platformWorker.runDue();
  return done;
}

const selectRedemptions = (cardId: string) => pg()`
  select amount_cents::int as cents, source, counter_account as account, reference_id as reference,
    actor like 'platform:%' as "byPlatform"
  from transactions where card_id = ${cardId} and type = 'spend' order by sequence`;

test("what is redeemed in the online shop is a redemption here, once, and nothing else is asked after", async () => {
  const { shop, first, ids, balance } = await storeWithCards();
  shop.redeem(first, 120);
  shop.calls = [];
  expect(await pollLater()).toMatchObject({ looks: 1, failed: 0 });
  expect(shop.calls.filter((call) => call === "read")).toHaveLength(1);
  expect(await pollLater()).toMatchObject({ looks: 0 });
  expect(await selectRedemptions(first)).toEqual([
    {
      cents: 120,
      source: "platform",
      account: "redemption",
      reference: `shopify ${shop.of(first)?.platformId}`,
      byPlatform: true,
    },
  ]);
  expect(await Promise.all(ids.map(balance))).toEqual([380, 500, 500, 500, 500]);
  expect(await verify()).toMatchObject({ ok: true });
});

test("a till and the online shop that spend at once are both right, and what is too much is left to settle", async () => {
  const { shop, first, balance, ctx, listed } = await storeWithCards();
  await spend(ctx(), { cardId: first, amountCents: 400 });
  shop.redeem(first, 300);
  await platformWorker.runDue();
  await pollLater();
  expect(await balance(first)).toBe(0);
  expect(shop.of(first)).toMatchObject({ balanceCents: 0 });
  expect((await selectRedemptions(first)).map(({ cents }) => cents)).toEqual([400, 100]);
  expect((await listed()).differences).toMatchObject([
    { cardUuid: first, cause: "redeemed_there", unpostedCents: 200, ledgerCents: 0 },
  ]);
});

test("what is held here is not taken for the online shop, which shows what is left to settle", async () => {
  const { ctx, shop, first, balance, listed } = await storeWithCards();
  const { hold } = await placeHold(ctx(), {
    cardId: first,
    amountCents: 400,
    expiresInSeconds: 60,
  });
  shop.redeem(first, 300);
  await pollLater();
  expect((await selectRedemptions(first)).map(({ cents }) => cents)).toEqual([100]);
  expect((await listed()).differences).toMatchObject([
    { cardUuid: first, cause: "redeemed_there", unpostedCents: 200, ledgerCents: 400 },
  ]);
  await captureHold(ctx(), { holdId: hold.id, amountCents: 150 });
  await pollLater();
  expect(await balance(first)).toBe(250);
  expect(shop.of(first)).toMatchObject({ balanceCents: 50 });
});

test("a shop that gives an id to another card takes nothing from the one that had it", async () => {
  const { shop, put, sell, balance, listed } = await storeWithShop();
  await put();
  const first = await sell(1_350);
  await platformWorker.runDue();
  shop.giftCards.restart();
  const second = await sell(4_000);
  await platformWorker.runDue();
  shop.redeem(second, 3_600);
  await pollLater();
  expect([await balance(first), await balance(second)]).toEqual([1_350, 4_000]);
  expect((await listed()).differences).toMatchObject([
    {
      cardUuid: second,
      cause: "failed",
      reason: "The shop returned the ID of another card.",
    },
    { cardUuid: first, cause: "missing_there" },
  ]);
});

test("a poll that ends early goes on at the page where it stopped", async () => {
  const { shop, last, balance } = await storeWithCards();
  shop.redeem(last, 100);
  shop.faults = ["none", "unreachable"];
  expect(await pollLater()).toMatchObject({ failed: 1, looks: 0 });
  shop.calls = [];
  await pollDue();
  expect(shop.calls.filter((call) => call === "changedSince")).toHaveLength(2);
  await platformWorker.runDue();
  expect(await balance(last)).toBe(400);
});

test("comparing all cards finds what the shop has lost, and what was given there by hand", async () => {
  const { shop, first, last, listed, headers } = await storeWithCards();
  shop.cards.splice(
    shop.cards.findIndex(({ cardId }) => cardId === first),
    1,
  );
  const there = shop.of(last);
  if (there) there.balanceCents += 70;
  await pg()`update platform_connections set reconciled_at = now() - interval '2 days'`;
  await pg()`update platform_cards p set seen_at = e.seen_at, created_at = e.created_at
    from (select card_id, seen_at - interval '1 hour' as seen_at,
      created_at - interval '1 hour' as created_at from platform_cards offset 0) e
    where e.card_id = p.card_id`;
  await pollLater();
  expect((await listed()).differences).toMatchObject([
    { cardUuid: last, cause: "credited_there", ledgerCents: 500, platformCents: 570 },
    { cardUuid: first, cause: "missing_there", ledgerCents: 500 },
  ]);
  const { platform: shown } = (await send("/api/portal/platform", "GET", { headers })).body;
  expect(shown).toMatchObject({ reconcilingSince: null, reconciledAt: expect.any(String) });
});

test("a shop that is connected again gets what happened here meanwhile, and what happened there is read", async () => {
  const { shop, put, first, last, headers, ctx, balance } = await storeWithCards();
  await send("/api/portal/platform", "DELETE", { headers });
  await spend(ctx(), { cardId: first, amountCents: 100 });
  shop.redeem(last, 50);
  await put();
  await pollLater();
  expect(shop.of(first)).toMatchObject({ balanceCents: 400 });
  expect(await balance(last)).toBe(450);
});

test("a shop that takes its token again goes on by itself, and one that does not stays as it is", async () => {
  const { shop, sell, read, merchantId } = await storeWithCards();
  shop.faults = ["unauthorized"];
  await pollLater();
  const cardId = await sell(100);
  shop.faults = ["unauthorized"];
  await pollLater();
  expect(await read()).toMatchObject({ status: "failing", lastError: "No scope." });
  expect(shop.of(cardId)).toBeUndefined();
  await pollLater();
  expect(await read()).toMatchObject({ status: "connected", lastError: null });
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 100 });
  expect(await findCard(merchantId, cardId)).toMatchObject({ balanceCents: 100 });
});

test("a poll by an instance whose clock is ahead doesn't skip changes that are still to happen", async () => {
  const { merchantId } = await storeWithCards();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  try {
    expect(await pollLater()).toMatchObject({ polled: 1, failed: 0 });
  } finally {
    vi.useRealTimers();
  }
  const [row] = await pg()`select polled_until <= now() as past, polling_since as since
    from platform_connections where merchant_id = ${merchantId}`;
  expect(row).toEqual({ past: true, since: null });
});

test("a comparison that was restarted meanwhile is not ended by the earlier one", async () => {
  const { shop, put, headers, read } = await storeWithCards();
  await pg()`update platform_connections set reconciled_at = now() - interval '2 days'`;
  const again = async () => {
    await send("/api/portal/platform", "DELETE", { headers });
    await put();
  };
  // Reconnect on the fourth page: the first one of the comparison.
  shop.meanwhile = [null, null, null, again];
  await pollLater();
  expect((await read()).reconcilingSince).toEqual(expect.any(String));
});

test("while many changes wait for a shop's limit of calls it is polled all the same, and one that is down is not", async () => {
  const { merchantId, first, shop, balance } = await storeWithCards();
  shop.redeem(first, 100);
  const pausedFor = (pause: string) => pg()`update platform_connections
    set polled_until = now() - interval '1 minute', paused_until = now() + ${pause}::interval
    where merchant_id = ${merchantId}`;
  await pausedFor("1 minute");
  expect(await pollDue()).toMatchObject({ polled: 0, looks: 0 });
  await pausedFor("0.3 seconds");
  expect(await pollDue()).toMatchObject({ polled: 1, looks: 1 });
  await platformWorker.runDue();
  expect(await balance(first)).toBe(400);
});

test("shops whose lists have no end do not keep the others from being asked", async () => {
  for (let n = 0; n < 8; n++) {
    const { address } = await connectShop((await createStore()).id);
    const endless = fakeShopAt(address);
    endless.changedSince = () => setTimeout(20, { cards: [], nextCursor: "more" });
  }
  await pg()`update platform_connections set polled_until = now() - interval '2 hours',
    polling_since = now() - interval '1 hour' where status = 'connected'`;
  const { shop, first, merchantId } = await storeWithCards();
  shop.redeem(first, 100);
  await pg()`update platform_connections set polled_until = now() - interval '1 minute'
    where merchant_id = ${merchantId}`;
  expect(await pollDue(2_000)).toMatchObject({ looks: 1 });
});
