import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/db/client/client";

type CardId = { merchantId: string; id: string };

/**
 * Queues the sync of locked cards to the connected online shop when what can be taken from them changes without
 * a movement, or with `look`, when something else changes that the shop shows. Movements queue their own
 * (queue-platform-sync.sql). Returns the number queued.
 */
export async function queueShopSync(
  tx: Tx,
  cards: readonly CardId[],
  { look = false } = {},
): Promise<number> {
  const ids = (key: keyof CardId) => `{${cards.map((card) => card[key]).join(",")}}`;
  // Without a sequence, so that the job isn't skipped as done.
  const jobs = await tx.execute(sql`
    insert into outbox (id, merchant_id, kind, payload)
    select gen_random_uuid(), p.merchant_id, 'platform_card', jsonb_build_object('cardId', p.card_id, 'look', ${look}::boolean)
    from unnest(${ids("merchantId")}::uuid[], ${ids("id")}::uuid[]) as c (merchant_id, id)
    join platform_connections k on k.merchant_id = c.merchant_id and k.status <> 'disconnected'
    join platform_cards p on p.merchant_id = c.merchant_id and p.connection_id = k.id
      and p.card_id = c.id`);
  return jobs.count;
}
