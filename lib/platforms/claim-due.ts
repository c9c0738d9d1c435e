import { pg } from "../db/client";
import type { Job } from "../outbox/jobs";
import { CONCURRENCY, LEASE_MS, UNREACHABLE_BEFORE_PAUSE } from "./schedule";

/** A job of a store's platform, and for how long it has been queued. */
export type PlatformJob = Job & { merchantId: string; ageMs: number };

/**
 * Claims up to `slots` due jobs, for each store at most the room that is left to its platform, so that
 * a slow one holds up nobody else. Steps from store to store over the index of what waits, so that a
 * long queue of one costs the others nothing. Passes over platforms that fail or are left alone for
 * now, and over stores without one.
 */
export const claimDue = (
  slots: number,
  inFlight: ReadonlyMap<string, number>,
): Promise<PlatformJob[]> =>
  pg()<PlatformJob[]>`
    with recursive waiting as (
      (select merchant_id from outbox where status = 'pending' and kind = 'platform_card'
        order by merchant_id limit 1)
      union all
      select next.* from waiting w cross join lateral (
        select o.merchant_id from outbox o where o.status = 'pending' and o.kind = 'platform_card'
          and o.merchant_id > w.merchant_id order by o.merchant_id limit 1) next
    ), open as (
      select c.merchant_id, cap.jobs - coalesce(busy.count, 0) as room
      from waiting w join platform_connections c on c.merchant_id = w.merchant_id
        and c.status = 'connected' and (c.paused_until is null or c.paused_until <= now())
      cross join lateral (select case when c.unreachable_in_a_row < ${UNREACHABLE_BEFORE_PAUSE}
        then ${CONCURRENCY.connection}::int else ${CONCURRENCY.failing}::int end as jobs) cap
      left join unnest(${[...inFlight.keys()]}::uuid[], ${[...inFlight.values()]}::int[])
        as busy (id, count) on busy.id = c.merchant_id
      where cap.jobs > coalesce(busy.count, 0)
      order by random()
    ), due as (
      select d.id from open cross join lateral (
        select o.id from outbox o
        where o.merchant_id = open.merchant_id and o.status = 'pending'
          and o.kind = 'platform_card' and o.next_attempt_at <= now()
          and (o.leased_until is null or o.leased_until < now())
        order by o.next_attempt_at limit open.room for update skip locked) d
      limit ${slots}
    )
    update outbox o set
      leased_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond',
      next_attempt_at = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    from due where o.id = due.id
    returning o.id, o.merchant_id as "merchantId", o.payload, o.attempts,
      (extract(epoch from now() - o.created_at) * 1000)::float8 as "ageMs", o.leased_until::text as lease`;
