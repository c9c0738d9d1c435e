import { pg } from "../db/client";
import { CONCURRENCY, LEASE_MS } from "./schedule";

/** A delivery that this process alone may attempt until its lease ends. */
export type Claimed = {
  merchantId: string;
  id: string;
  webhookId: string;
  eventId: string;
  attempts: number;
  /** The lease as the database wrote it: recording the attempt proves that it still holds. */
  lease: string;
  body: string;
  url: string;
  sealedSecret: string;
  sealedNextSecret: string | null;
};

/** How many attempts are under way here, by the id of their webhook and of their merchant. */
export type InFlight = Record<"webhooks" | "merchants", ReadonlyMap<string, number>>;

/**
 * Claims up to `slots` due deliveries, of each merchant and webhook at most the room that is left to
 * it, so that slow receivers of one hold up nobody else. Steps from webhook to webhook over the index
 * of pending deliveries, so that neither a long queue of one nor old deliveries cost anything.
 */
export async function claimDue(slots: number, inFlight: InFlight): Promise<Claimed[]> {
  const { webhooks, merchants } = inFlight;
  return await pg()<Claimed[]>`
    with recursive waiting as (
      (select merchant_id, webhook_id from webhook_deliveries where status = 'pending'
        order by merchant_id, webhook_id limit 1)
      union all
      select next.* from waiting w cross join lateral (
        select d.merchant_id, d.webhook_id from webhook_deliveries d where d.status = 'pending'
          and (d.merchant_id, d.webhook_id) > (w.merchant_id, w.webhook_id)
        order by d.merchant_id, d.webhook_id limit 1) next
    ), due_webhooks as (
      select w.merchant_id, w.id,
        cap.attempts - coalesce(busy.count, 0) as room,
        ${CONCURRENCY.merchant}::int - coalesce(own.count, 0) as merchant_room
      from waiting q join webhooks w on w.merchant_id = q.merchant_id and w.id = q.webhook_id
      cross join lateral (select case when w.failing_since is null
        then ${CONCURRENCY.webhook}::int else ${CONCURRENCY.failing}::int end as attempts) cap
      left join unnest(${[...webhooks.keys()]}::uuid[], ${[...webhooks.values()]}::int[])
        as busy (id, count) on busy.id = w.id
      left join unnest(${[...merchants.keys()]}::uuid[], ${[...merchants.values()]}::int[])
        as own (id, count) on own.id = w.merchant_id
      where w.active and coalesce(busy.count, 0) < cap.attempts and exists (
        select from webhook_deliveries d
        where d.merchant_id = w.merchant_id and d.webhook_id = w.id
          and d.status = 'pending' and d.next_attempt_at <= now())
    ), in_line as (
      -- In front: the room of those that chance puts before this one, out of the merchant's.
      select *, coalesce(sum(room) over (partition by merchant_id order by random()
        rows between unbounded preceding and 1 preceding), 0) as in_front
      from due_webhooks
    ), open as (
      select merchant_id, id, least(room, merchant_room - in_front) as room
      from in_line where merchant_room > in_front order by random()
    ), due as (
      select d.merchant_id, d.id from open o cross join lateral (
        select d.merchant_id, d.id from webhook_deliveries d
        where d.merchant_id = o.merchant_id and d.webhook_id = o.id
          and d.status = 'pending' and d.next_attempt_at <= now()
          and (d.leased_until is null or d.leased_until < now())
        order by d.next_attempt_at limit o.room for update skip locked) d
      limit ${slots}
    )
    update webhook_deliveries d set
      leased_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond',
      next_attempt_at = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond',
      body = coalesce(d.body, event_body(e))
    from due, events e, webhooks w
    where d.merchant_id = due.merchant_id and d.id = due.id
      and e.merchant_id = d.merchant_id and e.id = d.event_id
      and w.merchant_id = d.merchant_id and w.id = d.webhook_id
    returning d.merchant_id as "merchantId", d.id, d.webhook_id as "webhookId",
      d.event_id as "eventId", d.attempts, d.leased_until::text as lease, d.body, w.url,
      w.sealed_secret as "sealedSecret", w.sealed_next_secret as "sealedNextSecret"`;
}
