import { sql } from "drizzle-orm";
import { db, onlyRow, type Tx, withRetries } from "@/lib/db/client/client";
import { queueShopSync } from "@/lib/ledger/post/queue-shop-sync";

const CARDS_PER_BATCH = 100;
const MAX_RUN_MS = 10_000;

/**
 * Marks as expired the holds that are past their `expires_at`, and takes them off their cards' `held_cents`. Only
 * the online shop's balance waits for this: until then they count for nothing. Returns the number of holds.
 */
export async function expireHolds(): Promise<number> {
  const startedAt = performance.now();
  let expired = 0;
  let batch: number;
  do {
    batch = await withRetries(expireBatch);
    expired += batch;
  } while (batch > 0 && performance.now() - startedAt < MAX_RUN_MS);
  return expired;
}

/** Marks those of up to 100 cards in one commit. Skips cards that are in use; the next run finds them. */
const expireBatch = (): Promise<number> =>
  db().transaction(async (tx) => {
    const locked = await tx.execute<{ id: string; merchantId: string }>(sql`
      select c.id, c.merchant_id as "merchantId" from cards c
      where (c.merchant_id, c.id) in (select merchant_id, card_id from holds
        where status = 'held' and expires_at <= statement_timestamp()
        order by expires_at limit ${CARDS_PER_BATCH})
      order by c.id for no key update skip locked`);
    if (locked.length === 0) return 0;
    // A second statement, which sees what others committed before the cards were locked.
    const ended = await expireHoldsOf(tx, locked);
    await queueShopSync(tx, locked);
    return ended;
  });

/** Marks as expired the holds of locked cards that are past their `expires_at`. Returns their number. */
export async function expireHoldsOf(
  tx: Tx,
  locked: readonly { merchantId: string; id: string }[],
): Promise<number> {
  const ids = (key: "id" | "merchantId") => `{${locked.map((card) => card[key]).join(",")}}`;
  const rows = await tx.execute<{ ended: number }>(sql`
    with ended as (
      update holds h set status = 'expired', ended_at = h.expires_at
      from (select merchant_id, id, store_now(merchant_id) as now
        from unnest(${ids("merchantId")}::uuid[], ${ids("id")}::uuid[]) as card (merchant_id, id)) c
      where h.merchant_id = c.merchant_id and h.card_id = c.id
        and h.status = 'held' and h.expires_at <= c.now
      returning h.merchant_id, h.card_id, h.amount_cents
    ), freed as (
      update cards c set held_cents = c.held_cents - e.cents
      from (select merchant_id, card_id, sum(amount_cents) as cents from ended group by 1, 2) e
      where c.merchant_id = e.merchant_id and c.id = e.card_id
    )
    select count(*)::int as ended from ended`);
  return onlyRow(rows).ended;
}
