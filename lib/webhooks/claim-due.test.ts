import { beforeEach, expect, test } from "vitest";
import { activate } from "@/lib/cards/activate";
import { create } from "@/lib/cards/create";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { meetAt } from "@/lib/testing/locks";
import { createStore } from "@/lib/testing/store";
import { type Claimed, claimDue, type InFlight } from "./claim-due";
import { createWebhook } from "./create";
import { CONCURRENCY } from "./schedule";
import { updateWebhook } from "./update";

useTestDatabase();

const IDLE: InFlight = { webhooks: new Map(), merchants: new Map() };

/** A store with so many webhooks, each of which so many deliveries wait for. */
async function storeWaiting(webhooks: number, deliveries: number) {
  const { id, ctx } = await createStore();
  const ids = [];
  for (let n = 0; n < webhooks; n++) {
    const wanted = { url: `https://receiver.example.com/${n}`, events: ["card.debited"] };
    ids.push((await createWebhook(ctx(), wanted)).webhook.id);
  }
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(), { cardId: card.id, amountCents: 1_000 });
  for (let n = 0; n < deliveries; n++) await spend(ctx(), { cardId: card.id, amountCents: 1 });
  return { id, ctx, webhooks: ids };
}

const countBy = (claimed: Claimed[], name: "merchantId" | "webhookId") => {
  const counts = new Map<string, number>();
  for (const one of claimed) counts.set(one[name], (counts.get(one[name]) ?? 0) + 1);
  return counts;
};

const release = () =>
  pg()`update webhook_deliveries set leased_until = null, next_attempt_at = now()`;

beforeEach(async () => {
  await pg()`update webhook_deliveries set status = 'delivered'`;
});

test("a merchant with twenty webhooks is given its share and no more; another all that it waits for", async () => {
  const greedy = await storeWaiting(20, 10);
  const modest = await storeWaiting(1, 3);
  const claimed = await claimDue(CONCURRENCY.process, IDLE);
  expect(countBy(claimed, "merchantId")).toEqual(
    new Map([
      [greedy.id, CONCURRENCY.merchant],
      [modest.id, 3],
    ]),
  );
  const full = { webhooks: new Map(), merchants: countBy(claimed, "merchantId") };
  expect(await claimDue(CONCURRENCY.process, full)).toEqual([]);
});

test("one webhook is given its own share, less what is under way to it", async () => {
  const { id, webhooks } = await storeWaiting(1, 20);
  const [webhookId = ""] = webhooks;
  expect(await claimDue(CONCURRENCY.process, IDLE)).toHaveLength(CONCURRENCY.webhook);
  const busy = { webhooks: new Map([[webhookId, 5]]), merchants: new Map([[id, 5]]) };
  expect(await claimDue(CONCURRENCY.process, busy)).toHaveLength(CONCURRENCY.webhook - 5);
  const full = { webhooks: new Map([[webhookId, 8]]), merchants: new Map([[id, 8]]) };
  expect(await claimDue(CONCURRENCY.process, full)).toEqual([]);
});

test("a failing webhook is given two at a time, and takes no room of its merchant's others", async () => {
  const { id, webhooks } = await storeWaiting(10, 10);
  const [healthy = "", ...failing] = webhooks;
  await pg()`update webhooks set failing_since = now() where id = any(${failing}::uuid[])`;
  const [one = ""] = failing;
  const others = failing.slice(1);
  const pause = (ids: string[]) =>
    pg()`update webhook_deliveries set next_attempt_at = now() + interval '1 hour'
      where webhook_id = any(${ids}::uuid[])`;

  const claimed = countBy(await claimDue(CONCURRENCY.process, IDLE), "webhookId");
  expect([...claimed.values()].reduce((sum, count) => sum + count)).toBe(CONCURRENCY.merchant);
  for (const each of failing) expect(claimed.get(each) ?? 0).toBeLessThanOrEqual(2);

  await release();
  await pause(others);
  const inFlight = { webhooks: new Map([[one, 2]]), merchants: new Map([[id, 2]]) };
  const beside = await claimDue(CONCURRENCY.process, inFlight);
  expect(countBy(beside, "webhookId")).toEqual(new Map([[healthy, CONCURRENCY.webhook]]));

  await release();
  await pause([healthy, ...others]);
  expect(await claimDue(CONCURRENCY.process, IDLE)).toHaveLength(CONCURRENCY.failing);
  expect(await claimDue(CONCURRENCY.process, inFlight)).toEqual([]);
  inFlight.webhooks.set(one, 1);
  expect(await claimDue(CONCURRENCY.process, inFlight)).toHaveLength(1);
});

test("a webhook's deliveries are claimed in the order in which they became due", async () => {
  await storeWaiting(1, 6);
  // Due in another order than they were made in.
  await pg()`update webhook_deliveries set next_attempt_at = now() - interval '1 s'
    * (get_byte(uuid_send(id), 15) * 256 + get_byte(uuid_send(id), 14)) where status = 'pending'`;
  const waiting = await pg()`select id from webhook_deliveries where status = 'pending'
    order by next_attempt_at`;
  const claimed = [];
  for (let n = 0; n < 3; n++) {
    const two = (await claimDue(2, IDLE)).map(({ id }) => id).sort();
    claimed.push(two);
  }
  const ids = waiting.map(({ id }) => id);
  expect(claimed).toEqual([0, 2, 4].map((from) => ids.slice(from, from + 2).sort()));
});

test("ten claims at once give each delivery to one of them, and none twice", async () => {
  await Promise.all([storeWaiting(2, 12), storeWaiting(1, 5), storeWaiting(3, 2)]);
  const rounds = await meetAt("webhook_deliveries", () =>
    Promise.all(Array.from({ length: 10 }, () => claimDue(4, IDLE))),
  );
  const ids = rounds.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (let left = 1; left > 0; ) {
    const more = await claimDue(CONCURRENCY.process, IDLE);
    left = more.length;
    ids.push(...more.map(({ id }) => id));
  }
  expect([new Set(ids).size, ids.length]).toEqual([35, 35]);
});

test("what is leased, not due yet, held, or of a webhook that is off is not claimed; a lease that ended is", async () => {
  const { ctx, webhooks } = await storeWaiting(1, 4);
  const [webhookId = ""] = webhooks;
  expect(await claimDue(2, IDLE)).toHaveLength(2);
  expect(await claimDue(9, IDLE)).toHaveLength(2);
  expect(await claimDue(9, IDLE)).toEqual([]);
  await pg()`update webhook_deliveries set next_attempt_at = now() - interval '1 second'
    where webhook_id = ${webhookId}`;
  expect(await claimDue(9, IDLE)).toEqual([]);
  await pg()`update webhook_deliveries set leased_until = now() - interval '1 second'
    where webhook_id = ${webhookId}`;
  const again = await claimDue(9, IDLE);
  expect(again).toHaveLength(4);
  await release();
  await pg()`update webhook_deliveries set next_attempt_at = now() + interval '1 second'`;
  expect(await claimDue(9, IDLE)).toEqual([]);
  await release();
  await updateWebhook(ctx(), { webhookId, active: false });
  expect(await claimDue(9, IDLE)).toEqual([]);
});

test("the bytes are rendered at the first claim and stay what they are", async () => {
  await storeWaiting(1, 1);
  const [first] = await claimDue(1, IDLE);
  await pg()`update events set consumer_email = 'later@example.com'`;
  await release();
  const [second] = await claimDue(1, IDLE);
  expect(second?.body).toBe(first?.body);
  expect(JSON.parse(first?.body ?? "")).toMatchObject({ event: "card.debited", sequence: 2 });
});
