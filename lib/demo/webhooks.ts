import { firstIdAt, instantOf } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { claimDue } from "@/lib/domain/webhooks/deliver";
import { RETRY_SCHEDULES } from "@/lib/domain/webhooks/delivery-policy";
import { demoReceiverUrl } from "@/lib/domain/webhooks/demo-receiver";
import type { PostResult } from "@/lib/domain/webhooks/post";
import { type ClaimedDelivery, recordAttempt } from "@/lib/domain/webhooks/record-attempt";
import { setDeliverySettings } from "@/lib/domain/webhooks/set-delivery-settings";
import { DAY_MS, MINUTE_MS } from "./plan";
import type { DemoStore } from "./store";
import type { Moment, Story } from "./timeline";

const SECOND_MS = 1_000;

const DELIVERED: PostResult = {
  delivered: true,
  httpStatus: 200,
  error: null,
  excerpt: '{"received":true}',
  durationMs: 43,
  retryAfterMs: null,
};
const BUSY: PostResult = {
  delivered: false,
  httpStatus: 503,
  error: "Your endpoint responded with 503 after 2.1 s.",
  excerpt: "Service Unavailable",
  durationMs: 2_140,
  retryAfterMs: null,
};

/** The ids of the webhooks that fail. */
type DemoWebhooks = { retrying: string; disabled: string };

/**
 * Adds three webhooks: two that this instance receives, one of them retrying after the last sale, and one with a host
 * that doesn't exist, which failed for a day and is disabled.
 */
export async function addWebhooks(store: DemoStore): Promise<DemoWebhooks> {
  const add = async (url: string, events: string[]) =>
    (await createWebhook(store.asOwner(), { url, events })).webhook.id;
  await add(demoReceiverUrl("till"), ["card.debited", "card.credited"]);
  const retrying = await add(demoReceiverUrl("crm"), ["card.activated"]);
  const disabled = await add("https://reports.juniper-books.example/scrip", [
    "card.balance_changed",
  ]);
  const patience = { retrySchedule: "three_days", disableAfterHours: 72 } as const;
  await setDeliverySettings(store.asOwner(), { webhookId: retrying, ...patience });
  return { retrying, disabled };
}

/** The attempts up to `nowMs` of the pending deliveries, by their retry schedules. */
export async function attempts(
  { retrying, disabled }: DemoWebhooks,
  nowMs: number,
): Promise<Story> {
  const rows = await pg()<{ eventId: string; webhookId: string }[]>`
    update webhook_deliveries set next_attempt_at = now() + interval '1 day' where status = 'pending'
    returning event_id as "eventId", webhook_id as "webhookId"`;
  const timeOf = ({ eventId }: { eventId: string }) => instantOf(eventId).getTime();
  const busyFromMs = Math.max(
    ...rows.filter(({ webhookId }) => webhookId === retrying).map(timeOf),
  );
  const isBusy = (claimed: ClaimedDelivery) =>
    claimed.webhookId === retrying
      ? timeOf(claimed) >= busyFromMs
      : claimed.webhookId === disabled && timeOf(claimed) >= nowMs - DAY_MS;
  const moments = [...new Set(rows.map(timeOf))].flatMap((eventMs): Moment[] => {
    const timesMs = [0, ...RETRY_SCHEDULES.three_days].map(
      (_, n, minutes) =>
        eventMs + SECOND_MS + minutes.slice(0, n + 1).reduce((sum, one) => sum + one) * MINUTE_MS,
    );
    const made = timesMs.filter((atMs) => atMs < nowMs);
    const nextMs = timesMs[made.length] ?? nowMs;
    return [
      ...made.map((atMs) => ({ atMs, run: () => attempt(eventMs, isBusy) })),
      { atMs: nowMs, run: () => setDue(eventMs, nextMs) },
    ];
  });
  return moments.sort((a, b) => a.atMs - b.atMs);
}

/** Sets when the pending deliveries of events at a time are due (both epoch ms). Returns how many there are. */
const setDue = async (eventMs: number, dueMs: number): Promise<number> =>
  (
    await pg()`update webhook_deliveries set next_attempt_at = to_timestamp(${dueMs / 1_000})
      where status = 'pending' and event_id >= ${firstIdAt(eventMs)} and event_id < ${firstIdAt(eventMs + 1)}`
  ).count;

/** Attempts the pending deliveries of events at a time (epoch ms), and no others. */
async function attempt(
  eventMs: number,
  isBusy: (claimed: ClaimedDelivery) => boolean,
): Promise<void> {
  const count = await setDue(eventMs, 0);
  if (count === 0) return;
  for (const claimed of await claimDue(count, new Map())) {
    await recordAttempt(claimed, isBusy(claimed) ? BUSY : DELIVERED);
  }
  await setDue(eventMs, Date.now() + DAY_MS);
}
