import { beforeEach, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { asOwner } from "@/lib/testing/database";
import { raceToWrite } from "@/lib/testing/locks";
import { storeWithWebhook } from "@/lib/testing/webhooks";
import { claimDue } from "./deliver";
import { CONCURRENCY } from "./delivery-policy";
import type { ClaimedDelivery } from "./record-attempt";
import { updateWebhook } from "./update";

const NOTHING_RUNNING = new Map<string, number>();

const countBy = (claimed: ClaimedDelivery[], name: "merchantId" | "webhookId") => {
  const counts = new Map<string, number>();
  for (const one of claimed) counts.set(one[name], (counts.get(one[name]) ?? 0) + 1);
  return counts;
};

const release = () =>
  pg()`update webhook_deliveries set leased_until = null, next_attempt_at = now()`;

beforeEach(async () => {
  await pg()`update webhook_deliveries set status = 'delivered'`;
});

test("a merchant with twenty webhooks is given its share and no more; another gets all of its own", async () => {
  const greedy = await storeWithWebhook({ webhooks: 20, debits: 10 });
  const modest = await storeWithWebhook({ debits: 3 });
  const claimed = await claimDue(CONCURRENCY.process, NOTHING_RUNNING);
  expect(countBy(claimed, "merchantId")).toEqual(
    new Map([
      [greedy.merchantId, CONCURRENCY.merchant],
      [modest.merchantId, 3],
    ]),
  );
  expect(await claimDue(CONCURRENCY.process, countBy(claimed, "merchantId"))).toEqual([]);
});

test("one webhook is given its own share, less what is under way to it", async () => {
  const { webhookId } = await storeWithWebhook({ debits: 20 });
  expect(await claimDue(CONCURRENCY.process, NOTHING_RUNNING)).toHaveLength(CONCURRENCY.webhook);
  const five = await claimDue(CONCURRENCY.process, new Map([[webhookId, 5]]));
  expect(five).toHaveLength(CONCURRENCY.webhook - 5);
  expect(await claimDue(CONCURRENCY.process, new Map([[webhookId, 8]]))).toEqual([]);
});

test("a failing webhook is given two at a time, and takes no room of its merchant's others", async () => {
  const { merchantId, webhookIds } = await storeWithWebhook({ webhooks: 10, debits: 10 });
  const [healthy = "", ...failing] = webhookIds;
  await pg()`update webhooks set failing_since = now() where id = any(${failing}::uuid[])`;
  const [one = ""] = failing;
  const others = failing.slice(1);
  const pause = (ids: string[]) =>
    pg()`update webhook_deliveries set next_attempt_at = now() + interval '1 hour'
      where webhook_id = any(${ids}::uuid[])`;

  const claimed = countBy(await claimDue(CONCURRENCY.process, NOTHING_RUNNING), "webhookId");
  expect([...claimed.values()].reduce((sum, count) => sum + count)).toBe(CONCURRENCY.merchant);
  for (const each of failing) expect(claimed.get(each) ?? 0).toBeLessThanOrEqual(2);

  await release();
  await pause(others);
  const running = new Map([
    [one, 2],
    [merchantId, 2],
  ]);
  const besides = await claimDue(CONCURRENCY.process, running);
  expect(countBy(besides, "webhookId")).toEqual(new Map([[healthy, CONCURRENCY.webhook]]));

  await release();
  await pause([healthy, ...others]);
  expect(await claimDue(CONCURRENCY.process, NOTHING_RUNNING)).toHaveLength(CONCURRENCY.failing);
  expect(await claimDue(CONCURRENCY.process, running)).toEqual([]);
  running.set(one, 1);
  expect(await claimDue(CONCURRENCY.process, running)).toHaveLength(1);
});

test("a webhook's deliveries are claimed in the order in which they became due", async () => {
  await storeWithWebhook({ debits: 6 });
  // Make them due in a different order than they were created.
  await pg()`update webhook_deliveries d set next_attempt_at = due.at
    from (select id, now() - interval '1 s' * (get_byte(uuid_send(id), 15) * 256
      + get_byte(uuid_send(id), 14)) as at from webhook_deliveries offset 0) due
    where d.id = due.id and status = 'pending'`;
  const waiting = await pg()`select id from webhook_deliveries where status = 'pending'
    order by next_attempt_at`;
  const claimed = [];
  for (let n = 0; n < 3; n++) {
    const two = (await claimDue(2, NOTHING_RUNNING)).map(({ id }) => id).sort();
    claimed.push(two);
  }
  const ids = waiting.map(({ id }) => id);
  expect(claimed).toEqual([0, 2, 4].map((from) => ids.slice(from, from + 2).sort()));
});

test("ten claims at once give each delivery to one of them, and none twice", async () => {
  await Promise.all([
    storeWithWebhook({ webhooks: 2, debits: 12 }),
    storeWithWebhook({ debits: 5 }),
    storeWithWebhook({ webhooks: 3, debits: 2 }),
  ]);
  const rounds = await raceToWrite("webhook_deliveries", () =>
    Promise.all(Array.from({ length: 10 }, () => claimDue(4, NOTHING_RUNNING))),
  );
  const ids = rounds.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (let left = 1; left > 0; ) {
    const more = await claimDue(CONCURRENCY.process, NOTHING_RUNNING);
    left = more.length;
    ids.push(...more.map(({ id }) => id));
  }
  expect([new Set(ids).size, ids.length]).toEqual([35, 35]);
});

test("a delivery that is leased, not due, held, or of a disabled webhook is not claimed; one whose lease ended is", async () => {
  const { ctx, webhookId } = await storeWithWebhook({ debits: 4 });
  expect(await claimDue(2, NOTHING_RUNNING)).toHaveLength(2);
  expect(await claimDue(9, NOTHING_RUNNING)).toHaveLength(2);
  expect(await claimDue(9, NOTHING_RUNNING)).toEqual([]);
  await pg()`update webhook_deliveries set next_attempt_at = now() - interval '1 second'
    where webhook_id = ${webhookId}`;
  expect(await claimDue(9, NOTHING_RUNNING)).toEqual([]);
  await pg()`update webhook_deliveries set leased_until = now() - interval '1 second'
    where webhook_id = ${webhookId}`;
  const again = await claimDue(9, NOTHING_RUNNING);
  expect(again).toHaveLength(4);
  await release();
  await pg()`update webhook_deliveries set next_attempt_at = now() + interval '1 second'`;
  expect(await claimDue(9, NOTHING_RUNNING)).toEqual([]);
  await release();
  await updateWebhook(ctx(), { webhookId, active: false });
  expect(await claimDue(9, NOTHING_RUNNING)).toEqual([]);
});

test("the bytes are rendered at the first claim and stay what they are", async () => {
  await storeWithWebhook({ debits: 1 });
  const [first] = await claimDue(1, NOTHING_RUNNING);
  await asOwner((sql) => sql`update events set consumer_email = 'later@example.com'`);
  await release();
  const [second] = await claimDue(1, NOTHING_RUNNING);
  expect(second?.body).toBe(first?.body);
  expect(JSON.parse(first?.body ?? "")).toMatchObject({ event: "card.debited", sequence: 2 });
});
