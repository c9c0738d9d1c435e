import { sql } from "drizzle-orm";
import { db } from "../db/client";
import type { PlatformCard } from "./adapter";
import type { ConnectionKey } from "./connection";
import { queueJobs } from "./queue";

/**
 * Queues a look at each card of a page that shows something else than was seen of it last, or of which
 * a change is under way; what the page says may be old by the time it is known here. Gives how many.
 */
export async function comparePage(
  { merchantId, id }: ConnectionKey,
  cards: PlatformCard[],
): Promise<number> {
  const shown = cards.map(({ platformId, balanceCents, enabled }) => ({
    id: platformId,
    cents: balanceCents,
    as: enabled ? "enabled" : "disabled",
  }));
  const looks = await db().execute<{ cardId: string }>(sql`
    with shown as (
      select * from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb)
        as s (id text, cents bigint, "as" text)
    ), known as (
      select p.card_id, (s.cents, s.as) is distinct from (p.seen_cents, p.seen_as)
        or p.pending_reference is not null as differs
      from shown s join platform_cards p on p.merchant_id = ${merchantId}
        and p.connection_id = ${id} and p.platform_id = s.id
    ), seen as (
      update platform_cards p set seen_at = now() from known k
      where p.merchant_id = ${merchantId} and p.connection_id = ${id} and p.card_id = k.card_id
        and not k.differs
    )
    select card_id as "cardId" from known where differs and not exists (select from outbox o
      where o.merchant_id = ${merchantId} and o.status = 'pending' and o.kind = 'platform_card'
        and o.payload ? 'look' and o.payload->>'cardId' = known.card_id::text)`);
  const jobs = looks.map(({ cardId }) => ({ cardId, sequence: 0, look: true as const }));
  await queueJobs(db(), merchantId, jobs);
  return looks.length;
}
