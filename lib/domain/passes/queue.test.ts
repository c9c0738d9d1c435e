import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { freeze, unfreeze } from "@/lib/domain/cards/freeze";
import { replace } from "@/lib/domain/cards/replace";
import { spend } from "@/lib/domain/cards/spend";
import { placeHold } from "@/lib/domain/holds/place";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { ownConnection } from "@/lib/testing/locks";
import { createStore } from "@/lib/testing/store";
import { uniqueEmail } from "@/lib/testing/wallet";
import { purgePasses } from "./issue";
import { claimDue } from "./queue";

/** A store with a card that has a pass for each app, and one that has none. */
async function storeWithPasses() {
  const store = await createStore();
  const owner = uniqueEmail();
  const [card, plain] = [
    await makeCard(store.ctx, { amountCents: 1_000, owner }),
    await makeCard(store.ctx, { amountCents: 1_000, owner }),
  ];
  for (const platform of ["apple", "google"]) {
    await pg()`insert into wallet_passes (merchant_id, id, card_id, platform)
      values (${store.id}, ${newId()}, ${card.id}, ${platform})`;
  }
  /** The apps whose passes were queued since the last call. */
  const queued = async () => {
    const rows = await pg()<{ platform: string }[]>`
      with taken as (delete from outbox where merchant_id = ${store.id} and kind = 'wallet_pass'
        returning payload)
      select distinct p.platform from taken join wallet_passes p on p.id = (payload ->> 'passId')::uuid
      order by 1`;
    return rows.map(({ platform }) => platform);
  };
  return { store, card, plain, queued };
}

test("each change of a card that has passes queues them, and no other card's", async () => {
  const { store, card, plain, queued } = await storeWithPasses();
  const { ctx } = store;
  const cardId = card.id;
  const changes: [string, () => Promise<unknown>][] = [
    ["redemption", () => spend(ctx(), { cardId, amountCents: 100 })],
    ["top-up", () => credit(ctx(), { cardId, amountCents: 100 })],
    ["hold", () => placeHold(ctx(), { cardId, amountCents: 50, expiresInSeconds: 900 })],
    ["freeze", () => freeze(ctx(), { cardId, reason: "lost" })],
    ["unfreeze", () => unfreeze(ctx(), { cardId })],
    ["expiry", () => pg()`update cards set expires_on = '2031-01-01' where id = ${cardId}`],
    ["disable", () => disable(ctx(), { cardId })],
  ];
  for (const [name, change] of changes) {
    await change();
    expect([name, ...(await queued())]).toEqual([name, "apple", "google"]);
  }
  await spend(ctx(), { cardId: plain.id, amountCents: 100 });
  await freeze(ctx(), { cardId: plain.id });
  await disable(ctx(), { cardId: plain.id });
  expect(await queued()).toEqual([]);
});

test("a replaced card queues its passes, and the card that replaces it has none", async () => {
  const { store, card, queued } = await storeWithPasses();
  const replaced = await replace(store.ctx(), { cardId: card.id });
  expect(await queued()).toEqual(["apple", "google"]);
  await spend(store.ctx(), { cardId: replaced.card.id, amountCents: 100 });
  expect(await queued()).toEqual([]);
});

test("the queue and the change are one commit", async () => {
  const { card, queued } = await storeWithPasses();
  const undone = pg().begin(async (tx) => {
    await tx`select emit(row(c.*)::cards, null, ${newId()}, null, 0, array['card.disabled'])
      from cards c where id = ${card.id}`;
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await queued()).toEqual([]);
});

test("passes and phones of a card are purged 90 days after its end", async () => {
  const { store, card } = await storeWithPasses();
  const age = (
    days: number,
  ) => pg()`update wallet_passes set updated_at = now() - ${days} * interval '1 day'
    where card_id = ${card.id}`;
  await pg()`with passes as (select merchant_id, id from wallet_passes where card_id = ${card.id})
    insert into pass_registrations (merchant_id, pass_id, device_library_id, push_token)
    select merchant_id, id, 'phone', 'abcdef' from passes`;
  await age(91);
  expect(await purgePasses()).toBe(0);
  await disable(store.ctx(), { cardId: card.id });
  await age(89);
  expect(await purgePasses()).toBe(0);
  await age(91);
  expect(await purgePasses()).toBe(2);
  expect(await pg()`select from pass_registrations where merchant_id = ${store.id}`).toHaveLength(
    0,
  );
});

test("two updates of one pass never run at the same time, so an older balance can't arrive last", async () => {
  const store = await createStore();
  const card = await makeCard(store.ctx, { amountCents: 1_000, owner: uniqueEmail() });
  const passId = newId();
  await pg()`insert into wallet_passes (merchant_id, id, card_id, platform)
    values (${store.id}, ${passId}, ${card.id}, 'google')`;
  const claimed = async () => (await claimDue(100)).filter(({ id }) => id === passId).length;
  await spend(store.ctx(), { cardId: card.id, amountCents: 100 });
  // Another process is about to lease the pass.
  await ownConnection().begin(async (tx) => {
    await tx`select from wallet_passes where id = ${passId} for update`;
    expect(await claimed()).toBe(0);
  });
  expect(await claimed()).toBe(1);
  await spend(store.ctx(), { cardId: card.id, amountCents: 200 });
  expect(await claimed()).toBe(0);
  await pg()`update outbox set leased_until = now() - interval '1 second'
    where payload ->> 'passId' = ${passId} and leased_until is not null`;
  expect(await claimed()).toBe(1);
});
