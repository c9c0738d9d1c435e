import { type SQL, sql } from "drizzle-orm";
import { BEFORE_ALL_IDS } from "@/lib/base/ids";
import { db } from "@/lib/db/client/client";
import type { PlatformCard } from "./adapter";
import type { ConnectionKey } from "./connection";
import { queueJobs } from "./queue";

const SLICE_CARDS = 1_000;

/**
 * Queues a `look` job for each card of a page that differs from what was last seen or has a pending
 * change, because the page may be outdated. Returns the number queued.
 */
export async function comparePage(
  { merchantId, id }: ConnectionKey,
  cards: PlatformCard[],
): Promise<number> {
  const listed = cards.map(({ platformId, balanceCents, enabled }) => ({
    id: platformId,
    cents: balanceCents,
    as: enabled ? "enabled" : "disabled",
  }));
  const looks = await db().execute<{ cardId: string }>(sql`
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
        as s (id text, cents bigint, "as" text)
    ), synced as (
      select p.card_id, (s.cents, s.as) is distinct from (p.seen_cents, p.seen_as)
        or p.pending_reference is not null as differs
      from listed s join platform_cards p on p.merchant_id = ${merchantId}
        and p.connection_id = ${id} and p.platform_id = s.id
    ), seen as (
      update platform_cards p set seen_at = now() from synced k
      where p.merchant_id = ${merchantId} and p.connection_id = ${id} and p.card_id = k.card_id
        and not k.differs
    )
    select card_id as "cardId" from synced where differs and not exists (select from outbox o
      where o.merchant_id = ${merchantId} and o.status = 'pending' and o.kind = 'platform_card'
        and o.payload ? 'look' and o.payload->>'cardId' = synced.card_id::text)`);
  const jobs = looks.map(({ cardId }) => ({ cardId, sequence: 0, look: true as const }));
  await queueJobs(db(), merchantId, jobs);
  return looks.length;
}

/** Queues a `look` job for each card not seen in the shop since `since`. Returns the number queued. */
export const queueUnseen = ({ merchantId, id }: ConnectionKey, since: Date): Promise<number> =>
  queueInSlices(
    (after) => sql`
      select p.card_id from platform_cards p
      where p.merchant_id = ${merchantId} and p.connection_id = ${id} and p.card_id > ${after}
        and p.state = 'created' and p.created_at < ${since.toISOString()}
        and p.seen_as is distinct from 'missing'
        and (p.seen_at is null or p.seen_at < ${since.toISOString()})`,
    { merchantId, look: true },
  );

/** Queues the cards that changed since their last sync and have no job. Returns the number queued. */
export const queueOutdated = ({ merchantId, id }: ConnectionKey): Promise<number> =>
  queueInSlices(
    (after) => sql`
      select p.card_id from platform_cards p
      join cards c on c.merchant_id = p.merchant_id and c.id = p.card_id
      where p.merchant_id = ${merchantId} and p.connection_id = ${id} and p.card_id > ${after}
        and p.state in ('queued', 'created') and p.synced_sequence < c.sequence
        and not exists (select from outbox o where o.merchant_id = ${merchantId}
          and o.status = 'pending' and o.kind = 'platform_card'
          and o.payload->>'cardId' = p.card_id::text)`,
    { merchantId },
  );

type DueCard = { cardId: string; sequence: number };

async function queueInSlices(
  cardsAfter: (after: string) => SQL,
  { merchantId, look }: { merchantId: string; look?: true },
): Promise<number> {
  let queued = 0;
  for (let after: string | undefined = BEFORE_ALL_IDS; after; ) {
    const rows: DueCard[] = await db().execute<DueCard>(sql`
      with due as (${cardsAfter(after)} order by p.card_id limit ${SLICE_CARDS})
      select c.id as "cardId", c.sequence::float8 from due
        join cards c on c.merchant_id = ${merchantId} and c.id = due.card_id order by c.id`);
    const jobs = rows.map((row) => (look ? { ...row, look } : row));
    await queueJobs(db(), merchantId, jobs);
    queued += rows.length;
    after = rows.length === SLICE_CARDS ? rows.at(-1)?.cardId : undefined;
  }
  return queued;
}
