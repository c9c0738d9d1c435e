import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { credit } from "@/lib/domain/cards/credit";
import { disable, voidCard } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { connectShop } from "@/lib/testing/shop";
import { createStore } from "@/lib/testing/store";

type Store = Awaited<ReturnType<typeof createStore>>;

const setStatus = (merchantId: string, status: string) => pg()`
  update platform_connections set status = ${status},
    sealed_token = case when ${status} <> 'disconnected' then sealed_token end,
    disconnected_at = case when ${status} = 'disconnected' then clock.at end
  from (select now() as at offset 0) clock where merchant_id = ${merchantId}`;

const newCard = async ({ ctx }: Store, amountCents?: number) =>
  (await makeCard(ctx, { amountCents })).id;

/** The queued jobs of a store: card id and sequence. */
const queuedJobs = (merchantId: string) => pg()<{ cardId: string; sequence: number }[]>`
  select payload->>'cardId' as "cardId", (payload->>'sequence')::int as sequence
  from outbox where merchant_id = ${merchantId} and kind = 'platform_card' order by id`;

const platformCards = (merchantId: string) => pg()`
  select card_id as "cardId", state from platform_cards where merchant_id = ${merchantId}`;

test("in a store with a platform each change of a card from its activation on is queued, once", async () => {
  const store = await createStore();
  await connectShop(store.id);
  const cardId = await newCard(store);
  expect(await queuedJobs(store.id)).toEqual([]);
  await activate(store.ctx(), { cardId, amountCents: 500 });
  await spend(store.ctx(), { cardId, amountCents: 200 });
  await expect(spend(store.ctx(), { cardId, amountCents: 900 })).rejects.toThrow();
  await credit(store.ctx(), { cardId, amountCents: 50 });
  await disable(store.ctx(), { cardId });
  expect((await queuedJobs(store.id)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  expect(await platformCards(store.id)).toEqual([{ cardId, state: "queued" }]);
});

test("a failing platform's work is queued too", async () => {
  const store = await createStore();
  await connectShop(store.id);
  await setStatus(store.id, "failing");
  await newCard(store, 500);
  expect(await queuedJobs(store.id)).toHaveLength(1);
});

test("a plain store, and one whose platform is disconnected, never touch the outbox for a platform", async () => {
  const neighbour = await createStore();
  await connectShop(neighbour.id);
  const [plain, former] = [await createStore(), await createStore()];
  await connectShop(former.id);
  await setStatus(former.id, "disconnected");
  for (const store of [plain, former]) {
    const cardId = await newCard(store, 500);
    await spend(store.ctx(), { cardId, amountCents: 200 });
    await disable(store.ctx(), { cardId });
    expect(await queuedJobs(store.id)).toEqual([]);
    expect(await platformCards(store.id)).toEqual([]);
  }
});

test("what was active before the platform was connected, or never sold, is not queued by itself", async () => {
  const store = await createStore();
  const [sold, unsold] = [await newCard(store, 500), await newCard(store)];
  await connectShop(store.id);
  await spend(store.ctx(), { cardId: sold, amountCents: 200 });
  await voidCard(store.ctx(), { cardId: unsold });
  expect(await queuedJobs(store.id)).toEqual([]);
  expect(await platformCards(store.id)).toEqual([]);
});

test("the queue and the change are one commit", async () => {
  const store = await createStore();
  await connectShop(store.id);
  const cardId = await newCard(store, 500);
  const before = await queuedJobs(store.id);
  const undone = pg().begin(async (tx) => {
    await tx`select emit(row(c.*)::cards, null, ${newId()}, null, 0, array['card.disabled'])
      from cards c where merchant_id = ${store.id} and id = ${cardId}`;
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await queuedJobs(store.id)).toEqual(before);
});
