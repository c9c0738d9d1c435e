import { sql } from "drizzle-orm";
import { db } from "../db/client";
import { BEFORE_ALL_IDS } from "../ids";
import type { PlatformJob } from "./claim-due";
import type { ConnectionRow } from "./connection";
import { queueJobs } from "./queue";

// Few enough that no lock lasts, and that other work of the platform has its turn between slices.
const SLICE = 500;
export type BatchJob = { batchId: string; after?: string | undefined };

/**
 * Queues the next active cards of a batch in the platform's currency that it does not have, those that
 * failed included, and notes in the same commit how far it came, or that it is through: one that was killed
 * goes on there. Gives whether it is through; throws when the job is another process's by now.
 */
export const provisionSlice = (
  { id: connectionId, currency }: ConnectionRow,
  { id, merchantId, lease }: PlatformJob,
  { batchId, after = BEFORE_ALL_IDS }: BatchJob,
): Promise<boolean> =>
  db().transaction(async (tx) => {
    const rows = await tx.execute<{ cardId: string; sequence: number }>(sql`
      with due as (
        select c.id, c.sequence from cards c
        left join platform_cards p on p.merchant_id = c.merchant_id
          and p.connection_id = ${connectionId} and p.card_id = c.id
        where c.merchant_id = ${merchantId} and c.batch_id = ${batchId} and c.id > ${after}
          and c.status = 'active' and c.currency = ${currency}
          and (p.card_id is null or (p.state = 'failed' and p.platform_id is null))
        order by c.id limit ${SLICE}
      ), wanted as (
        insert into platform_cards (merchant_id, connection_id, card_id, state)
        select ${merchantId}, ${connectionId}, due.id, 'queued' from due
        on conflict (merchant_id, connection_id, card_id) do update
          set state = 'queued', reason = null, synced_sequence = 0, updated_at = now()
          where platform_cards.state = 'failed'
      )
      select id as "cardId", sequence::float8 from due order by id`);
    await queueJobs(tx, merchantId, [...rows]);
    const last = rows.length === SLICE ? rows.at(-1)?.cardId : undefined;
    const [job] = await tx.execute(sql`
      update outbox set leased_until = null, next_attempt_at = clock_timestamp(),
        status = ${last ? "pending" : "done"},
        payload = payload || ${JSON.stringify(last ? { after: last } : {})}::jsonb
      where id = ${id} and leased_until = ${lease}::timestamptz returning id`);
    if (!job) throw new Error("the slice is another process's by now");
    return last === undefined;
  });
