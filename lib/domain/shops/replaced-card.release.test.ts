import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { findCard } from "@/lib/domain/cards/find";
import { replace } from "@/lib/domain/cards/replace";
import { placeHold } from "@/lib/domain/holds/place";
import { releaseHold } from "@/lib/domain/holds/release";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { connectedStore } from "@/lib/testing/shop";
import { differenceOf } from "./differences";
import { settleDifference } from "./settle";
import { syncCard } from "./sync-card";

test("the shop disables a replaced card and gets the new one; what was redeemed there meanwhile is taken from the new one", async () => {
  const { store, connection, shop, sell } = await connectedStore();
  const lost = await sell(500);
  const run = (cardId: string) => syncCard({ adapter: shop, connection, cardId });
  await run(lost);
  shop.redeem(lost, 120);
  const { card } = await replace(store.ctx(), { cardId: lost });
  const queued = await pg()`select payload ->> 'cardId' as id from outbox
    where merchant_id = ${store.id} and kind = 'platform_card' order by id`;
  expect(new Set(queued.map(({ id }) => id))).toEqual(new Set([lost, card.id]));

  for (const cardId of [card.id, lost, card.id]) await run(cardId);

  expect(shop.of(lost)).toMatchObject({ enabled: false });
  expect(shop.of(card.id)).toMatchObject({ enabled: true, balanceCents: 380 });
  expect((await findCard(store.id, card.id))?.balanceCents).toBe(380);
  await expectNoProblems();
});

test("what the shop redeemed while it was held is left to be settled until it is free, also after the card was replaced", async () => {
  const { store, connection, shop, sell } = await connectedStore();
  const lost = await sell(500);
  const run = (cardId: string) => syncCard({ adapter: shop, connection, cardId });
  await run(lost);
  const { hold } = await placeHold(store.ctx(), {
    cardId: lost,
    amountCents: 450,
    expiresInSeconds: 900,
  });
  shop.redeem(lost, 120);
  const { card } = await replace(store.ctx(), { cardId: lost });
  for (const cardId of [card.id, lost]) await run(cardId);
  const settle = () => settleDifference(store.ctx(), { cardId: lost, truth: "platform" });
  const unposted = async () => (await differenceOf(connection, lost))?.unpostedCents;
  expect(await unposted()).toBe(70);
  await settle();
  expect(await unposted()).toBe(70);

  await releaseHold(store.ctx(), { holdId: hold.id });
  await settle();
  await run(card.id);

  expect((await findCard(store.id, card.id))?.balanceCents).toBe(380);
  expect((await unposted()) ?? 0).toBe(0);
  await expectNoProblems();
});
