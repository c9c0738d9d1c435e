import { expect, test } from "vitest";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import { breakInFirst, inBoth, useTwoBucketsPerTest } from "@/lib/testing/buckets";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { waitForEvents } from "./wait-for-events";

useTwoBucketsPerTest();

type Store = Awaited<ReturnType<typeof createStore>>;

/** Starts to wait for a store's next event. */
async function listen({ id, ctx }: Store) {
  return await inBucketOf(id, async () => {
    const { cursor } = await waitForEvents(ctx(), { waitSeconds: 0 }, () => false);
    return { next: waitForEvents(ctx(), { after: cursor, waitSeconds: 20 }, () => false) };
  });
}

test("listeners that wait at the same time each get the events of their store, whatever its bucket", async () => {
  const stores = await inBoth((bucket) => createStore({ bucket }));
  const waiting = await Promise.all(stores.map(listen));
  const cards = await Promise.all(
    stores.map(({ id, ctx }) => inBucketOf(id, () => makeCard(ctx, { amountCents: 500 }))),
  );
  const pages = await Promise.all(waiting.map(({ next }) => next));
  const found = pages.map(({ events }) => events.map(({ body }) => JSON.parse(body).data.cardUuid));
  for (const [n, ids] of found.entries()) expect(new Set(ids)).toEqual(new Set([cards[n]?.id]));
});

test("a listener gets its events while another bucket's can't be read", async () => {
  const [broken, store] = (await inBoth((bucket) => createStore({ bucket }))) as [Store, Store];
  const [failing, waiting] = [await listen(broken), await listen(store)];
  const failure = expect(failing.next).rejects.toThrow();
  await breakInFirst("events");
  await failure;
  await inBucketOf(store.id, () => makeCard(store.ctx, { amountCents: 500 }));
  expect((await waiting.next).events.length).toBeGreaterThan(0);
});
