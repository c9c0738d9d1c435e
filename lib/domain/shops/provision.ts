import { sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { BEFORE_ALL_IDS } from "@/lib/base/ids";
import { type Db, db, onlyRow, type Tx } from "@/lib/db/client/client";
import { findBatch } from "@/lib/domain/batches/batch";
import { operation } from "@/lib/ledger/post/operation";
import { type ConnectionRow, requireConnection } from "./connection";
import { type PlatformJob, queueJobs } from "./queue";

// Small, so that locks are short and the shop's other jobs are not delayed.
const SLICE_CARDS = 500;

export type Provision = {
  batchId: string;
  status: "queued" | "running" | "completed" | "failed";
  /** Active cards of the batch in the shop's currency. Includes the provisioned and failed ones. */
  total: number;
  provisioned: number;
  failed: number;
};

/** `underWay`: cards that will be created without another request. */
export type BatchOnPlatform = Provision & { underWay: number };

/**
 * Creates every active card of a batch in the shop, in the background (design, section 3). A repeated call
 * returns the progress, continues after a crash and retries failed cards. Refuses: not_found,
 * platform_not_connected.
 */
export const provision = (ctx: Ctx, { batchId }: { batchId: string }) =>
  operation(requireScope(ctx, "cards:write"), async (tx): Promise<Provision> => {
    const { merchantId } = ctx;
    const connection = await connectionFor(merchantId, batchId, tx);
    const counts = await countProvisioned(tx, connection, batchId);
    if (counts.provisioned < counts.total && !counts.queued) {
      await queueJobs(tx, merchantId, [{ batchId }]);
      ctx.reply.queuedWork = true;
      counts.queued = true;
    }
    return present(batchId, counts);
  });

/** A batch's progress in the shop. Refuses: not_found, platform_not_connected. */
export async function readProvision(
  { merchantId }: Ctx,
  { batchId }: { batchId: string },
): Promise<BatchOnPlatform> {
  const connection = await connectionFor(merchantId, batchId, db());
  const counts = await countProvisioned(db(), connection, batchId);
  const left = counts.total - counts.provisioned - counts.failed;
  // A queued batch job also creates the cards it hasn't reached yet.
  return { ...present(batchId, counts), underWay: counts.queued ? left : counts.underWay };
}

async function connectionFor(merchantId: string, batchId: string, from: Db | Tx) {
  found(await findBatch(merchantId, batchId, from));
  return await requireConnection(merchantId, from);
}

type Counts = Awaited<ReturnType<typeof countProvisioned>>;

// A card without a balance counts as provisioned: its next top-up creates it in the shop.
async function countProvisioned(
  from: Db | Tx,
  { merchantId, id, currency }: ConnectionRow,
  batchId: string,
) {
  type Row = Omit<BatchOnPlatform, "batchId" | "status"> & { queued: boolean };
  const rows = await from.execute<Row>(sql`
    select count(*)::int as total,
      (count(*) filter (where p.state in ('created', 'disabled')
        or (p.state = 'queued' and p.synced_sequence > 0)))::int as provisioned,
      (count(*) filter (where p.state = 'failed'))::int as failed,
      (count(*) filter (where p.state = 'queued' and p.synced_sequence = 0))::int as "underWay",
      exists (select from outbox o where o.merchant_id = ${merchantId} and o.status = 'pending'
        and o.kind = 'platform_card' and o.payload->>'batchId' = ${batchId}::text) as queued
    from cards c left join platform_cards p on p.merchant_id = c.merchant_id
      and p.connection_id = ${id} and p.card_id = c.id
    where c.merchant_id = ${merchantId} and c.batch_id = ${batchId} and c.status = 'active'
      and c.currency = ${currency}`);
  return onlyRow(rows);
}

function present(batchId: string, { total, provisioned, failed, queued }: Counts): Provision {
  let status: Provision["status"] = provisioned + failed === 0 ? "queued" : "running";
  if (!queued && provisioned + failed === total) status = "failed";
  if (provisioned === total) status = "completed";
  return { batchId, status, total, provisioned, failed };
}

/**
 * Queues the batch's next cards that the shop does not have, including failed ones. The progress is saved
 * in the same commit, so a crash loses nothing. Returns whether the job is finished. Throws if another
 * process has the job.
 */
export const provisionSlice = (
  { id: connectionId, currency }: ConnectionRow,
  { id, merchantId, lease }: PlatformJob,
  { batchId, after = BEFORE_ALL_IDS }: { batchId: string; after?: string | undefined },
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
        order by c.id limit ${SLICE_CARDS}
      ), queued as (
        insert into platform_cards (merchant_id, connection_id, card_id, state)
        select ${merchantId}, ${connectionId}, due.id, 'queued' from due
        on conflict (merchant_id, connection_id, card_id) do update
          set state = 'queued', reason = null, synced_sequence = 0, updated_at = excluded.updated_at
          where platform_cards.state = 'failed'
      )
      select id as "cardId", sequence::float8 from due order by id`);
    await queueJobs(tx, merchantId, [...rows]);
    const last = rows.length === SLICE_CARDS ? rows.at(-1)?.cardId : undefined;
    const jobs = await tx.execute(sql`
      update outbox set leased_until = null, next_attempt_at = statement_timestamp(),
        status = ${last ? "pending" : "done"},
        payload = payload || ${JSON.stringify(last ? { after: last } : {})}::jsonb
      where id = ${id} and leased_until = ${lease}::timestamptz returning id`);
    if (jobs.length === 0) throw new Error("the slice is another process's by now");
    return last === undefined;
  });
