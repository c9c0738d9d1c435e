import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { findCard } from "@/lib/domain/cards/find";
import { spend } from "@/lib/domain/cards/spend";
import { verify } from "@/lib/ledger/verify/verify";
import { ownConnection, shortenLockTimeout } from "@/lib/testing/locks";
import { connectedStore } from "@/lib/testing/shop";
import { queueCard } from "./queue";
import { syncCard } from "./sync-card";
import { MAX_LOOKUPS } from "./sync-policy";

async function withCard(amountCents: number) {
  const { store, connection, shop, sell } = await connectedStore();
  const cardId = await sell(amountCents);
  /** Syncs the card like a worker. Returns the error message if it fails. */
  const run = (how: { look?: boolean; failedTries?: number } = {}) =>
    syncCard({ adapter: shop, connection, cardId, ...how }).catch((error: Error) => error.message);
  const balance = async () => (await findCard(store.id, cardId))?.balanceCents;
  const platformCard = async () =>
    (
      await pg()`select state, reason, platform_id as "platformId" from platform_cards
      where card_id = ${cardId}`
    )[0];
  return { store, shop, cardId, run, balance, platformCard };
}

test("a card that was made, and whose first balance could not be noted, is not given it twice", async () => {
  await shortenLockTimeout();
  const { shop, cardId, run, balance } = await withCard(500);
  shop.faults = ["lost"];
  await run();
  shop.redeem(cardId, 120);
  const till = ownConnection();
  const holdCard = async () => {
    await till`begin`;
    await till`select from cards where id = ${cardId} for no key update`;
  };
  shop.meanwhile = [holdCard];
  expect(await run()).not.toBe("done");
  await till`commit`;
  await run();
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 380 });
  expect(await balance()).toBe(380);
  expect(await verify()).toMatchObject({ ok: true });
});

test("a card that the shop has made and shows too late is taken up with what was redeemed of it", async () => {
  const { store, shop, cardId, run, balance, platformCard } = await withCard(500);
  shop.faults = ["lost"];
  await run();
  const { find } = shop;
  shop.find = async () => null;
  await run({ failedTries: MAX_LOOKUPS });
  expect(await platformCard()).toMatchObject({ state: "failed", platformId: null });
  shop.redeem(cardId, 120);
  shop.find = find;
  await queueCard(store.ctx(), { cardId });
  await run();
  expect(shop.cards).toHaveLength(1);
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 380 });
  expect(await balance()).toBe(380);
});

test("a card that the shop may have made is disabled there though its creation was given up", async () => {
  const { store, shop, cardId, run } = await withCard(500);
  shop.faults = ["lost"];
  await run();
  await pg()`update platform_cards set state = 'failed', reason = 'No response.'
    where card_id = ${cardId}`;
  await disable(store.ctx(), { cardId });
  await run();
  expect(shop.of(cardId)).toMatchObject({ enabled: false });
});

test("a change that was sent twice and arrives after the second was put off is not taken for a redemption", async () => {
  const { store, shop, cardId, run, balance } = await withCard(500);
  await run();
  await spend(store.ctx(), { cardId, amountCents: 200 });
  // The response is lost, and the change lands only after the retry failed to find it.
  shop.faults = ["unreachable"];
  await run();
  const [sent] = await pg()`select pending_reference as reference from platform_cards
    where card_id = ${cardId}`;
  shop.faults = ["none", "none", "throttled"];
  await run();
  const there = shop.of(cardId);
  there?.changes.push({ id: 0, cents: -200, note: sent?.reference });
  if (there) there.balanceCents -= 200;
  await run();
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 300 });
  expect(await balance()).toBe(300);
});

test("a card that the shop did not show once is not charged with the change that was under way", async () => {
  const { store, shop, cardId, run, balance } = await withCard(500);
  await run();
  await spend(store.ctx(), { cardId, amountCents: 200 });
  shop.faults = ["lost"];
  await run();
  const { read } = shop;
  shop.read = async () => null;
  await run();
  shop.read = read;
  await run({ look: true });
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 300 });
  expect(await balance()).toBe(300);
});

test("a shop that shows a card in another currency has redeemed nothing of it", async () => {
  const { shop, cardId, run, balance } = await withCard(500);
  await run();
  const there = shop.of(cardId);
  if (there) Object.assign(there, { currency: "JPY", balanceCents: 5 });
  expect(await run({ look: true })).toContain("JPY");
  expect(await balance()).toBe(500);
});
