import { expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client/client";
import { addMember } from "@/lib/testing/portal";
import { DELIVERED_RESULT, FAILED_RESULT, storeWithWebhook } from "@/lib/testing/webhooks";
import { type ClaimedDelivery, recordAttempt } from "./record-attempt";
import { replay, resend } from "./replay";
import { setDeliverySettings } from "./set-delivery-settings";
import { updateWebhook } from "./update";

// Counts transactions, including retries after a deadlock.
const transactionCounter = vi.hoisted(() => ({ begun: 0 }));
vi.mock(import("@/lib/db/client/client"), async (original) => {
  const failures = await original();
  return {
    ...failures,
    withRetries: (commit) =>
      failures.withRetries(() => {
        transactionCounter.begun++;
        return commit();
      }),
  };
});

/** A webhook with `debits` deliveries, each after `attempts` failures. */
async function webhookWithDeliveries(debits: number, { attempts = 0 } = {}) {
  const store = await storeWithWebhook({ debits });
  const { webhookId } = store;
  await pg()`update webhook_deliveries set attempts = ${attempts} where webhook_id = ${webhookId}`;
  const states = () =>
    pg()<{ status: string; attempts: number; dismissed: boolean }[]>`
      select status, attempts, dismissed_at is not null as dismissed
      from webhook_deliveries where webhook_id = ${webhookId} order by id`;
  return { ...store, states };
}

const onlyItem = ([claimed]: ClaimedDelivery[]): ClaimedDelivery => {
  if (!claimed) throw new Error("nothing was claimed");
  return claimed;
};

test("eight deliveries that exhaust at once are all recorded without a deadlock, and disable the webhook once", async () => {
  const { merchantId, webhookId, claim, states } = await webhookWithDeliveries(8, { attempts: 3 });
  const { email: owner } = await addMember(merchantId, "owner");
  const claimed = await claim();
  expect(claimed).toHaveLength(8);
  await pg()`update webhook_deliveries set created_at = '2026-11-01T12:00:00Z'
    where id = ${claimed[3]?.id ?? ""}`;
  transactionCounter.begun = 0;
  await Promise.all(claimed.map((each) => recordAttempt(each, FAILED_RESULT)));
  expect((await states()).map((row) => row.status)).toEqual(Array(8).fill("held"));
  expect(transactionCounter.begun).toBe(8);
  const sql = pg();
  expect(
    await sql`select count(*)::int as attempts from webhook_attempts
    where webhook_id = ${webhookId}`,
  ).toEqual([{ attempts: 8 }]);
  const mails = await sql`select payload from outbox where merchant_id = ${merchantId}`;
  const told = { to: owner, template: "webhook_disabled", keptUntil: "December 1, 2026" };
  expect(mails).toMatchObject([{ payload: told }]);
});

test("a 410 disables the webhook at once, holds what is left and sends the mail, however patient the webhook is", async () => {
  const { ctx, merchantId, webhookId, claim, states } = await webhookWithDeliveries(3);
  await addMember(merchantId, "owner");
  await setDeliverySettings(ctx(), {
    webhookId,
    retrySchedule: "three_days",
    disableAfterHours: 72,
  });
  const [first] = await claim();
  if (!first) throw new Error("nothing was claimed");
  const gone = { ...FAILED_RESULT, httpStatus: 410, error: "Your endpoint responded with 410." };
  await recordAttempt(first, gone);
  expect((await states()).map(({ status }) => status)).toEqual(["held", "held", "held"]);
  const [webhook] = await pg()`select active, disabled_reason as reason, last_error as error
    from webhooks where id = ${webhookId}`;
  expect(webhook).toEqual({ active: false, reason: "failures", error: gone.error });
  const mails = await pg()`select payload from outbox where merchant_id = ${merchantId}`;
  expect(mails).toMatchObject([{ payload: { template: "webhook_disabled", error: gone.error } }]);
});

test("a 410 of an address that was replaced meanwhile doesn't disable the webhook", async () => {
  const { ctx, webhookId, claim } = await webhookWithDeliveries(1);
  const claimed = onlyItem(await claim());
  await updateWebhook(ctx(), { webhookId, url: "https://new.example.com/hook" });
  await recordAttempt(claimed, { ...FAILED_RESULT, httpStatus: 410 });
  const [webhook] = await pg()`select active from webhooks where id = ${webhookId}`;
  expect(webhook).toEqual({ active: true });
});

test.each([
  ["puts off", 1_800_000, 1_790, 1_800],
  ["never brings forward", 2_000, 55, 65],
])("Retry-After %s the next attempt", async (_title, retryAfterMs, least, most) => {
  const { webhookId, claim } = await webhookWithDeliveries(1);
  await recordAttempt(onlyItem(await claim()), { ...FAILED_RESULT, httpStatus: 503, retryAfterMs });
  const [row] =
    await pg()`select status, extract(epoch from next_attempt_at - (select max(created_at)
    from webhook_attempts where webhook_id = ${webhookId}))::float8 as pause
    from webhook_deliveries where webhook_id = ${webhookId}`;
  expect(row?.status).toBe("pending");
  expect(row?.pause).toBeGreaterThan(least);
  expect(row?.pause).toBeLessThan(most + 1);
});

test("what led to the disabling is still missed after a delivery that succeeds first", async () => {
  const { ctx, webhookId, claim, debit } = await webhookWithDeliveries(5, { attempts: 3 });
  for (const each of await claim()) await recordAttempt(each, FAILED_RESULT);
  await updateWebhook(ctx(), { webhookId, active: true });
  await debit();
  await recordAttempt(onlyItem(await claim()), DELIVERED_RESULT);
  expect(await replay(ctx(), { webhookId, missed: "all" })).toEqual({ queued: 5, dismissed: 0 });
});

test("an event that is skipped while an attempt of it is under way stays skipped", async () => {
  const { ctx, webhookId, claim, states } = await webhookWithDeliveries(1);
  const claimed = onlyItem(await claim());
  await updateWebhook(ctx(), { webhookId, active: false });
  await replay(ctx(), { webhookId, missed: "skip" });
  await recordAttempt(claimed, FAILED_RESULT);
  expect(await states()).toMatchObject([{ status: "failed", dismissed: true }]);
});

test("a delivery that is resent while its last attempt fails is still sent, and does not count as a failure", async () => {
  const { ctx, webhookId, claim, states } = await webhookWithDeliveries(1, { attempts: 3 });
  const claimed = onlyItem(await claim());
  await resend(ctx(), { webhookId, deliveryId: claimed.id });
  await recordAttempt(claimed, FAILED_RESULT);
  expect(await states()).toMatchObject([{ status: "pending" }]);
  const [row] = await pg()<[{ exhausted: number }]>`
    select consecutive_failures as exhausted from webhooks where id = ${webhookId}`;
  expect(row.exhausted).toBe(0);
});

test("an attempt whose lease was lost changes nothing", async () => {
  const { claim, states } = await webhookWithDeliveries(1);
  const claimed = onlyItem(await claim());
  await recordAttempt({ ...claimed, lease: "2020-01-01T00:00:00Z" }, DELIVERED_RESULT);
  expect(await states()).toMatchObject([{ status: "pending", attempts: 0 }]);
});

/** How long after each failed attempt the next one is due, in minutes, until the delivery is exhausted. */
async function pausesOf(schedule: string): Promise<number[]> {
  const { webhookId, claim } = await webhookWithDeliveries(1);
  await pg()`update webhooks set retry_schedule = ${schedule} where id = ${webhookId}`;
  const pauses: number[] = [];
  for (;;) {
    const [claimed] = await claim();
    if (!claimed) return pauses;
    await recordAttempt(claimed, FAILED_RESULT);
    const [row] = await pg()<{ minutes: number }[]>`
      select extract(epoch from next_attempt_at - now())::float8 / 60 as minutes
      from webhook_deliveries where webhook_id = ${webhookId} and status = 'pending'`;
    if (row) pauses.push(row.minutes);
    await pg()`update webhook_deliveries set next_attempt_at = now() where webhook_id = ${webhookId}`;
  }
}

test.each([
  ["standard", [1, 5, 30]],
  ["one_day", [1, 5, 30, 120, 300, 900]],
  ["three_days", [1, 5, 30, 120, 300, 600, 960, 2_040]],
])(
  "failed deliveries are retried by the webhook's schedule, within its time: %s",
  async (schedule, minutes) => {
    const pauses = await pausesOf(schedule);
    expect(pauses).toHaveLength(minutes.length);
    for (const [place, pause] of pauses.entries()) {
      expect(Math.abs(pause / (minutes[place] ?? 0) - 1)).toBeLessThan(0.1);
    }
    const longestMinutes = { standard: 40, one_day: 24 * 60, three_days: 72 * 60 }[schedule];
    expect(minutes.reduce((sum, pause) => sum + pause, 0) * 1.05).toBeLessThan(longestMinutes ?? 0);
  },
);

test("three exhausted deliveries disable a webhook, also if the third one's transaction began before the others'", async () => {
  const { webhookId, claim } = await webhookWithDeliveries(1, { attempts: 3 });
  await pg()`update webhooks set consecutive_failures = 2,
    exhausted_since = now() + interval '1 minute' where id = ${webhookId}`;
  await recordAttempt(onlyItem(await claim()), FAILED_RESULT);
  expect((await pg()`select active from webhooks where id = ${webhookId}`)[0]?.active).toBe(false);
});

test("a success in between starts the count of exhausted deliveries again", async () => {
  const { webhookId, claim } = await webhookWithDeliveries(5, { attempts: 3 });
  const claimed = await claim();
  for (const [n, each] of claimed.entries())
    await recordAttempt(each, n === 2 ? DELIVERED_RESULT : FAILED_RESULT);
  const [webhook] = await pg()`select active, consecutive_failures as failures
    from webhooks where id = ${webhookId}`;
  expect(webhook).toEqual({ active: true, failures: 2 });
});

test("a webhook that its owner gave more time is disabled by the first failure after it, and not before", async () => {
  const { webhookId, claim } = await webhookWithDeliveries(5, { attempts: 3 });
  const isActive = async () =>
    (await pg()`select active from webhooks where id = ${webhookId}`)[0]?.active;
  await pg()`update webhooks set disable_after_hours = 6 where id = ${webhookId}`;
  const claimed = await claim();
  for (const each of claimed.slice(0, 4)) await recordAttempt(each, FAILED_RESULT);
  expect(await isActive()).toBe(true);

  await pg()`update webhooks set exhausted_since = earlier.at
    from (select exhausted_since - interval '6 hours' as at from webhooks where id = ${webhookId} offset 0) earlier
    where id = ${webhookId}`;
  expect(await isActive()).toBe(true);
  await recordAttempt(onlyItem(claimed.slice(4)), FAILED_RESULT);
  expect(await isActive()).toBe(false);
});

test("the time before a webhook is disabled starts again after a success or re-enabling", async () => {
  const { ctx, webhookId, claim, debit } = await webhookWithDeliveries(5, { attempts: 3 });
  await pg()`update webhooks set disable_after_hours = 6, exhausted_since = now() - interval '1 year'
    where id = ${webhookId}`;
  const claimed = await claim();
  for (const each of claimed.slice(0, 4)) await recordAttempt(each, FAILED_RESULT);
  await recordAttempt(onlyItem(claimed.slice(4)), DELIVERED_RESULT);
  await updateWebhook(ctx(), { webhookId, active: false });
  await updateWebhook(ctx(), { webhookId, active: true });
  await debit();
  await pg()`update webhook_deliveries set attempts = 3 where webhook_id = ${webhookId} and status = 'pending'`;
  await recordAttempt(onlyItem(await claim()), FAILED_RESULT);
  const [row] = await pg()`select active, consecutive_failures as failures,
    exhausted_since > now() - interval '1 hour' as recent from webhooks where id = ${webhookId}`;
  expect(row).toMatchObject({ active: true, failures: 1, recent: true });
});
