import { type SQL, sql } from "drizzle-orm";
import { db } from "../db/client";
import { BEFORE_ALL_IDS } from "../ids";
import type { ConnectionKey } from "./connection";

/** So many at a time, so that no slice of a long list takes long. */
const SLICE = 1_000;

/**
 * Queues a look at the cards that a comparison of all has not come across since `since`: the platform
 * may have lost them. Gives how many.
 */
export const queueUnseen = ({ merchantId, id }: ConnectionKey, since: Date): Promise<number> =>
  inSlices(
    (after) => sql`
      select p.card_id from platform_cards p
      where p.merchant_id = ${merchantId} and p.connection_id = ${id} and p.card_id > ${after}
        and p.state = 'created' and p.created_at < ${since.toISOString()}
        and p.seen_as is distinct from 'missing'
        and (p.seen_at is null or p.seen_at < ${since.toISOString()})`,
    { merchantId, look: true },
  );

/** Queues the cards that are behind and that nothing queued will bring on. Gives how many. */
export const queueBehind = ({ merchantId, id }: ConnectionKey): Promise<number> =>
  inSlices(
    (after) => sql`
      select p.card_id from platform_cards p
      join cards c on c.merchant_id = p.merchant_id and c.id = p.card_id
      where p.merchant_id = ${merchantId} and p.connection_id = ${id} and p.card_id > ${after}
        and p.state in ('queued', 'created') and p.synced_sequence < c.sequence
        and not exists (select from outbox o where o.merchant_id = ${merchantId}
          and o.status = 'pending' and o.kind = 'platform_card'
          and o.payload->>'cardId' = p.card_id::text)`,
    { merchantId, look: false },
  );

async function inSlices(
  cardsAfter: (after: string) => SQL,
  { merchantId, look }: { merchantId: string; look: boolean },
): Promise<number> {
  let queued = 0;
  for (let after: string | undefined = BEFORE_ALL_IDS; after; ) {
    const rows: { cardId: string }[] = await db().execute<{ cardId: string }>(sql`
      with due as (${cardsAfter(after)} order by p.card_id limit ${SLICE}),
      queued as (
        insert into outbox (id, merchant_id, kind, payload)
        select gen_random_uuid(), ${merchantId}, 'platform_card', jsonb_strip_nulls(
          jsonb_build_object('cardId', d.card_id, 'sequence', c.sequence,
            'look', case when ${look} then true end))
        from due d join cards c on c.merchant_id = ${merchantId} and c.id = d.card_id)
      select card_id as "cardId" from due order by card_id`);
    queued += rows.length;
    after = rows.length === SLICE ? rows.at(-1)?.cardId : undefined;
  }
  return queued;
}
