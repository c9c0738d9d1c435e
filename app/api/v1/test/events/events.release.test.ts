import { expect, test } from "vitest";
import { found } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { lockCard } from "@/lib/domain/cards/find";
import { spend } from "@/lib/domain/cards/spend";
import { emit } from "@/lib/ledger/post/emit";
import { atOnce, makeCard } from "@/lib/testing/ledger-fixtures";
import { outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { storeWithTwin } from "@/lib/testing/twin";

type Twin = Awaited<ReturnType<typeof storeWithTwin>>["twin"];
type Shown = { id: string; event: string; body: string };

/** Follows a store's events: each call returns those since the last one. */
async function follow({ get }: Pick<Twin, "get">) {
  let { cursor } = (await get("/test/events")).body;
  return {
    cursor: () => cursor,
    next: async (waitSeconds = "0"): Promise<Shown[]> => {
      const { body } = await get("/test/events", { after: cursor, waitSeconds });
      cursor = body.cursor;
      return body.events;
    },
  };
}

const idsOf = (events: Pick<Shown, "id">[]) => events.map(({ id }) => id).sort();
const allEventsOf = ({ id }: Twin) =>
  pg()<{ id: string }[]>`select id from events where merchant_id = ${id}`;

test("every event is returned once, even if earlier ones commit later", async () => {
  const { twin } = await storeWithTwin();
  const { id } = await makeCard(twin.ctx);
  const events = await follow(twin);
  const seen: Shown[] = [];
  await db().transaction(async (tx) => {
    const card = found(await lockCard(tx, twin.id, id));
    const change = { causeId: newId(), amountCents: 0, events: ["card.disabled"] };
    await emit(twin.ctx(), tx, card, change);
    await atOnce(60, () => makeCard(twin.ctx, { amountCents: 100 }));
    for (let n = 0; n < 3; n++) seen.push(...(await events.next()));
  });
  const readAll = async () => {
    seen.push(...(await events.next()));
    return seen.length;
  };
  await expect.poll(readAll).toBe(121);
  expect(idsOf(seen)).toEqual(idsOf(await allEventsOf(twin)));
  expect(await events.next()).toEqual([]);
});

test("a card's events are in the order in which they happened, with the bodies of webhooks", async () => {
  const { twin } = await storeWithTwin();
  const { id: cardId } = await makeCard(twin.ctx, { amountCents: 500 });
  const events = await follow(twin);
  await atOnce(30, () => spend(twin.ctx(), { cardId, amountCents: 1 }));
  const seen: Shown[] = [];
  await expect.poll(async () => seen.push(...(await events.next()))).toBe(60);
  const bodies = seen.map(({ body }) => JSON.parse(body));
  const sequences = bodies.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  expect(bodies[0]).toMatchObject({ id: seen[0]?.id, data: { cardUuid: cardId, amountCents: 1 } });
  const rows =
    await pg()`select event_body(row(e.*)::events) as body from events e where id = ${seen[0]?.id ?? ""}`;
  expect(rows).toEqual([{ body: seen[0]?.body }]);
});

test("a new listener gets only later events, also while earlier transactions run", async () => {
  const { twin } = await storeWithTwin();
  const { id } = await makeCard(twin.ctx, { amountCents: 500 });
  const { events, later } = await db().transaction(async (tx) => {
    await lockCard(tx, twin.id, id);
    await makeCard(twin.ctx, { amountCents: 100 });
    const events = await follow(twin);
    return { events, later: await makeCard(twin.ctx, { amountCents: 200 }) };
  });
  const seen: Shown[] = [];
  await expect.poll(async () => seen.push(...(await events.next()))).toBe(2);
  for (const { body } of seen) expect(JSON.parse(body).data.cardUuid).toBe(later.id);
});

test("waiting requests get an event when it happens, and take nothing from the store's other reads", async () => {
  const { twin } = await storeWithTwin();
  const events = await follow(twin);
  const query = { after: events.cursor(), waitSeconds: "25" };
  const requests = Array.from({ length: 11 }, () => twin.get("/test/events", query));
  expect((await Promise.race(requests)).body).toMatchObject({ error: "rate_limited" });
  expect((await twin.get("/cards")).status).toBe(200);
  await makeCard(twin.ctx, { amountCents: 100 });
  const answered = (await Promise.all(requests)).filter(({ status }) => status === 200);
  expect(answered).toHaveLength(10);
  for (const { body } of answered) {
    expect(body.events.map(({ event }: Shown) => event).sort()).toEqual([
      "card.activated",
      "card.balance_changed",
    ]);
  }
});

test("only test keys with webhooks:write read events, and only those of their own store", async () => {
  const [mine, other] = [await storeWithTwin(), await storeWithTwin()];
  const live = await callerWithKey(mine.live.ctx());
  expect(await outcomeOf(live.get("/test/events"))).toBe("403 test_mode_only");
  const reader = await callerWithKey(mine.twin.ctx(), { scopes: ["cards:read"] });
  expect(await outcomeOf(reader.get("/test/events"))).toBe("403 insufficient_scope");

  const [ours, theirs] = [await follow(mine.twin), await follow(other.twin)];
  await makeCard(other.twin.ctx, { amountCents: 100 });
  await expect.poll(async () => (await theirs.next()).length).toBe(2);
  expect(await ours.next()).toEqual([]);
  for (const after of [theirs.cursor(), "x", `${ours.cursor()}x`]) {
    const query = { after, waitSeconds: "0" };
    expect(await outcomeOf(mine.twin.get("/test/events", query))).toBe("400 invalid_request after");
  }
});
