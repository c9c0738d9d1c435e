import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import type { RunningCounts } from "@/lib/base/worker";
import { type Db, pg, type Tx } from "@/lib/db/client/client";
import { platformCards } from "@/lib/db/schema/platforms";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { lockCard } from "@/lib/domain/cards/find";
import { REFUSED_STATUSES, refuseStatus } from "@/lib/domain/cards/refused-statuses";
import type { Job } from "@/lib/domain/mail/jobs";
import { operation } from "@/lib/ledger/post/operation";
import { requireConnection } from "./connection";
import { isPlatformCard } from "./lease";
import { CONCURRENCY, LEASE_MS, UNREACHABLE_BEFORE_PAUSE } from "./sync-policy";

/** Syncs one card, or creates a batch's. `look` reads the shop's card even if nothing changed here. */
type JobPayload = { cardId: string; sequence: number; look?: true } | { batchId: string };

/** Queues jobs in addition to those that card changes queue (queue-platform-sync.sql). */
export const queueJobs = (on: Db | Tx, merchantId: string, jobs: JobPayload[]) =>
  on.execute(sql`
    insert into outbox (id, merchant_id, kind, payload)
    select gen_random_uuid(), ${merchantId}, 'platform_card', job
    from jsonb_array_elements(${JSON.stringify(jobs)}::jsonb) job`);

/**
 * Queues an active card to be created in the shop, or a failed one to be retried. Does nothing if the card
 * is queued already. Refuses: not_found, platform_not_connected, card_not_active.
 */
export const queueCard = (ctx: Ctx, { cardId }: { cardId: string }) =>
  operation(requireScope(ctx, "store:manage"), async (tx): Promise<{ cardId: string }> => {
    const { merchantId } = ctx;
    const card = found(await lockCard(tx, merchantId, cardId));
    const connection = await requireConnection(merchantId, tx);
    const key = { merchantId, connectionId: connection.id, cardId };
    const retried = await tx
      .update(platformCards)
      .set({
        state: "queued",
        reason: null,
        syncedSequence: 0,
        updatedAt: sql`statement_timestamp()`,
      })
      .where(and(isPlatformCard(key), eq(platformCards.state, "failed")));
    if (retried.count === 0) {
      refuseStatus(card, REFUSED_STATUSES.credit);
      const added = await tx
        .insert(platformCards)
        .values({ ...key, state: "queued" })
        .onConflictDoNothing();
      if (added.count === 0) return { cardId };
    }
    await queueJobs(tx, merchantId, [{ cardId, sequence: card.sequence }]);
    await audit(tx, authorOf(ctx), { action: "card.platform_queued", subjectId: cardId });
    ctx.reply.queuedWork = true;
    return { cardId };
  });

/** A claimed job. `ageMs` is the time since it was queued. */
export type PlatformJob = Job & { merchantId: string; ageMs: number };

/** How many jobs of a store may be claimed, and when their lease ends. */
type ClaimRoom = { merchantId: string; room: number; lease: string };

/** Claims up to `slots` due jobs, within the limit for each shop. */
export async function claimDue(slots: number, running: RunningCounts): Promise<PlatformJob[]> {
  const rooms = await findClaimRooms(slots, running);
  return rooms.length > 0 ? await lease(rooms, slots) : [];
}

/**
 * Steps from store to store over the index of pending jobs, so that a store's long queue doesn't slow down
 * the others. Leaves out shops that are paused or refuse their token.
 */
const findClaimRooms = (slots: number, running: RunningCounts) => pg()<ClaimRoom[]>`
  with recursive waiting as (
    (select merchant_id from outbox where status = 'pending' and kind = 'platform_card'
      order by merchant_id limit 1)
    union all
    select next.* from waiting w cross join lateral (
      select o.merchant_id from outbox o where o.status = 'pending' and o.kind = 'platform_card'
        and o.merchant_id > w.merchant_id order by o.merchant_id limit 1) next
  )
  select c.merchant_id as "merchantId", cap.jobs - coalesce(running.count, 0) as room,
    (statement_timestamp() + ${LEASE_MS} * interval '1 millisecond')::text as lease
  from waiting w join platform_connections c on c.merchant_id = w.merchant_id
    and c.status = 'connected' and (c.paused_until is null or c.paused_until <= now())
  cross join lateral (select case when c.unreachable_in_a_row < ${UNREACHABLE_BEFORE_PAUSE}
    then ${CONCURRENCY.connection}::int else ${CONCURRENCY.failing}::int end as jobs) cap
  left join unnest(${[...running.keys()]}::uuid[], ${[...running.values()]}::int[])
    as running (id, count) on running.id = c.merchant_id
  where cap.jobs > coalesce(running.count, 0) and exists (select from outbox o
    where o.merchant_id = c.merchant_id and o.status = 'pending' and o.kind = 'platform_card'
      and o.next_attempt_at <= now())
  order by random() limit ${slots}`;

const lease = (rooms: ClaimRoom[], slots: number) => pg()<PlatformJob[]>`
  with due as (
    select d.id from unnest(${rooms.map(({ merchantId }) => merchantId)}::uuid[],
        ${rooms.map(({ room }) => room)}::int[]) as open (merchant_id, room)
    cross join lateral (
      select o.id from outbox o
      where o.merchant_id = open.merchant_id and o.status = 'pending'
        and o.kind = 'platform_card' and o.next_attempt_at <= now()
        and (o.leased_until is null or o.leased_until < now())
      order by o.next_attempt_at limit open.room for update skip locked) d
    limit ${slots}
  )
  update outbox o set leased_until = ${rooms[0]?.lease ?? null}::timestamptz,
    next_attempt_at = ${rooms[0]?.lease ?? null}::timestamptz
  from due, (select now() as at offset 0) clock where o.id = due.id
  returning o.id, o.merchant_id as "merchantId", o.payload, o.attempts,
    (extract(epoch from clock.at - o.created_at) * 1000)::float8 as "ageMs",
    ${rooms[0]?.lease ?? null}::text as lease`;
