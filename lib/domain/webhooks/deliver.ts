import { SpanStatusCode } from "@opentelemetry/api";
import pLimit from "p-limit";
import { type AttemptOutcome, meters } from "@/lib/base/observe/metrics";
import { inAttemptSpan, isTracing } from "@/lib/base/observe/trace";
import type { RunningCounts } from "@/lib/base/worker";
import { createBucketWorker } from "@/lib/db/client/bucket-worker";
import { pg } from "@/lib/db/client/client";
import {
  ATTEMPT_TIMEOUT_MS,
  CONCURRENCY,
  LEASE_MS,
  RECORDING_CONCURRENCY,
  RECORDING_MS,
} from "./delivery-policy";
import { type PostResult, post, receiverAgent } from "./post";
import { type ClaimedDelivery, recordAttempt } from "./record-attempt";
import { headersFor } from "./sealed-secret";

const agent = receiverAgent();
const recordingLimit = pLimit(RECORDING_CONCURRENCY);
const COUNTED_UP_TO = 100_000;

/** Attempts the deliveries that are due. */
export const deliveryWorker = createBucketWorker({
  name: "webhook deliveries",
  outcomes: ["delivered", "failed"],
  limits: { atOnce: CONCURRENCY.process, runMs: ATTEMPT_TIMEOUT_MS + RECORDING_MS },
  claim: claimDue,
  shares: ({ webhookId, merchantId }) => [
    { id: webhookId, limits: [CONCURRENCY.webhook, CONCURRENCY.failing] },
    { id: merchantId, limits: [CONCURRENCY.merchant] },
  ],
  run: attempt,
});

async function attempt(claimed: ClaimedDelivery) {
  const posted = isTracing() ? await tracedSend(claimed) : await send(claimed);
  const { attemptDuration } = meters();
  attemptDuration.observe({ outcome: outcomeOf(posted) }, posted.durationMs / 1_000);
  await recordingLimit(() => recordAttempt(claimed, posted));
  return { outcome: posted.delivered ? "delivered" : "failed" } as const;
}

function send(claimed: ClaimedDelivery): Promise<PostResult> {
  const { webhookId, eventId, url, body } = claimed;
  const headers = () => headersFor({ ...claimed, id: webhookId }, eventId, body);
  return post(agent, url, headers, body);
}

function tracedSend(claimed: ClaimedDelivery): Promise<PostResult> {
  const { traceparent, id, eventId, attempts } = claimed;
  const attributes = {
    "scrip.event_id": eventId,
    "scrip.delivery_id": id,
    "scrip.attempt": attempts + 1,
  };
  return inAttemptSpan(traceparent, attributes, async (span) => {
    const posted = await send(claimed);
    span.setAttribute("scrip.outcome", outcomeOf(posted));
    if (posted.httpStatus) span.setAttribute("http.response.status_code", posted.httpStatus);
    if (!posted.delivered) span.setStatus({ code: SpanStatusCode.ERROR });
    return posted;
  });
}

const outcomeOf = ({ delivered, httpStatus }: PostResult): AttemptOutcome =>
  delivered ? "delivered" : httpStatus === null ? "unreachable" : "rejected";

/** How many deliveries of a webhook may be claimed, and when their lease ends. */
type ClaimRoom = { merchantId: string; webhookId: string; room: number; lease: string };

/** Claims up to `slots` due deliveries, within the limits of each webhook and merchant. */
export async function claimDue(slots: number, running: RunningCounts): Promise<ClaimedDelivery[]> {
  const rooms = await findClaimRooms(slots, running);
  return rooms.length > 0 ? await lease(rooms, slots) : [];
}

/**
 * Steps from webhook to webhook over the index of pending deliveries, so that a webhook's long queue and
 * old deliveries cost nothing. The order is random, so that no webhook is always last.
 */
const findClaimRooms = (slots: number, running: RunningCounts) => pg()<ClaimRoom[]>`
  with recursive waiting as (
    (select merchant_id, webhook_id from webhook_deliveries where status = 'pending'
      order by merchant_id, webhook_id limit 1)
    union all
    select next.* from waiting w cross join lateral (
      select d.merchant_id, d.webhook_id from webhook_deliveries d where d.status = 'pending'
        and (d.merchant_id, d.webhook_id) > (w.merchant_id, w.webhook_id)
      order by d.merchant_id, d.webhook_id limit 1) next
  ), running as (
    select * from unnest(${[...running.keys()]}::uuid[], ${[...running.values()]}::int[])
      as running (id, count)
  ), due_webhooks as (
    select w.merchant_id, w.id, cap.attempts - coalesce(own.count, 0) as room,
      ${CONCURRENCY.merchant}::int - coalesce(merchant.count, 0) as merchant_room
    from waiting q join webhooks w on w.merchant_id = q.merchant_id and w.id = q.webhook_id
    cross join lateral (select case when w.failing_since is null
      then ${CONCURRENCY.webhook}::int else ${CONCURRENCY.failing}::int end as attempts) cap
    left join running own on own.id = w.id
    left join running merchant on merchant.id = w.merchant_id
    where w.active and coalesce(own.count, 0) < cap.attempts and exists (
      select from webhook_deliveries d
      where d.merchant_id = w.merchant_id and d.webhook_id = w.id
        and d.status = 'pending' and d.next_attempt_at <= now())
  ), in_line as (
    select *, random() as place from due_webhooks
  ), shared as (
    -- The room that the webhooks in front take from their merchant's.
    select *, coalesce(sum(room) over (partition by merchant_id order by place
      rows between unbounded preceding and 1 preceding), 0) as taken
    from in_line
  )
  select merchant_id as "merchantId", id as "webhookId",
    least(room, merchant_room - taken)::int as room,
    (statement_timestamp() + ${LEASE_MS} * interval '1 millisecond')::text as lease
  from shared where merchant_room > taken order by place limit ${slots}`;

const lease = (rooms: ClaimRoom[], slots: number) => pg()<ClaimedDelivery[]>`
  with due as (
    select d.merchant_id, d.id, e.traceparent, coalesce(d.body, event_body(row(e.*)::events)) as body
    from unnest(${rooms.map(({ merchantId }) => merchantId)}::uuid[],
        ${rooms.map(({ webhookId }) => webhookId)}::uuid[],
        ${rooms.map(({ room }) => room)}::int[]) as o (merchant_id, webhook_id, room)
    cross join lateral (
      select d.merchant_id, d.id, d.event_id, d.body from webhook_deliveries d
      where d.merchant_id = o.merchant_id and d.webhook_id = o.webhook_id
        and d.status = 'pending' and d.next_attempt_at <= now()
        and (d.leased_until is null or d.leased_until < now())
      order by d.next_attempt_at limit o.room for update skip locked) d
    join events e on e.merchant_id = d.merchant_id and e.id = d.event_id
    limit ${slots}
  )
  update webhook_deliveries d set leased_until = ${rooms[0]?.lease ?? null}::timestamptz,
    next_attempt_at = ${rooms[0]?.lease ?? null}::timestamptz,
    body = due.body
  from due, webhooks w
  where d.merchant_id = due.merchant_id and d.id = due.id
    and w.merchant_id = d.merchant_id and w.id = d.webhook_id
  returning d.merchant_id as "merchantId", d.id, d.webhook_id as "webhookId",
    d.event_id as "eventId", d.attempts, ${rooms[0]?.lease ?? null}::text as lease, d.body, w.url,
    w.sealed_secret as "sealedSecret", w.sealed_next_secret as "sealedNextSecret",
    w.retry_schedule as "retrySchedule", due.traceparent`;

/**
 * The number of pending deliveries in all stores, up to 100,000, and how long the oldest has been due. Those of a
 * deleted webhook don't count.
 */
export async function deliveriesBacklog(): Promise<{ pending: number; overdueSeconds: number }> {
  const [row] = await pg()<[{ pending: number; overdueSeconds: number }]>`
    select count(*)::int as pending,
      greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0))::float8
        as "overdueSeconds"
    from (select d.next_attempt_at from webhooks w join webhook_deliveries d
        on d.merchant_id = w.merchant_id and d.webhook_id = w.id and d.status = 'pending'
      where w.active limit ${COUNTED_UP_TO}) waiting`;
  return row;
}
