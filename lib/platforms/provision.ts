import { sql } from "drizzle-orm";
import { findBatch } from "../batches/batch";
import type { Ctx } from "../context";
import { type Db, db, type Tx } from "../db/client";
import { Refusal } from "../errors";
import { operation } from "../ledger/operation";
import { type ConnectionKey, type ConnectionRow, findConnection } from "./connection";
import { queueJobs } from "./queue";

export type Provision = {
  batchId: string;
  status: "queued" | "running" | "completed" | "failed";
  /**
   * Active cards of the batch in the platform's currency, and how many of them are on the platform,
   * or could not be.
   */
  total: number;
  provisioned: number;
  failed: number;
};

/** What is being done by itself: so many cards are on their way. */
export type BatchOnPlatform = Provision & { underWay: number };

type Counts = Pick<BatchOnPlatform, "total" | "provisioned" | "failed" | "underWay"> & {
  queued: boolean;
};

/**
 * Has the platform's gift card made of every active card of a batch that has none yet, in slices
 * beside the answer (design, section 3). Sent again it tells how far that is, goes on after a crash,
 * and tries what has failed once more. Refuses: not_found, platform_not_connected.
 */
export const provision = (ctx: Ctx, { batchId }: { batchId: string }) =>
  operation(ctx, async (tx): Promise<Provision> => {
    const { merchantId } = ctx;
    const connection = await connectionFor(merchantId, batchId, tx);
    const counts = await count(tx, connection, batchId);
    if (counts.provisioned === counts.total || counts.queued) return told(batchId, counts);
    await queueJobs(tx, merchantId, [{ batchId }]);
    ctx.reply.deliveries++;
    return told(batchId, { ...counts, queued: true });
  });

/** How far a batch is on the platform, and goes by itself. Refuses: not_found, platform_not_connected. */
export async function readProvision(
  { merchantId }: Ctx,
  { batchId }: { batchId: string },
): Promise<BatchOnPlatform> {
  const connection = await connectionFor(merchantId, batchId, db());
  const counts = await count(db(), connection, batchId);
  const left = counts.total - counts.provisioned - counts.failed;
  // Those that the job has not come to are no less on their way.
  return { ...told(batchId, counts), underWay: counts.queued ? left : counts.underWay };
}

async function connectionFor(merchantId: string, batchId: string, from: Db | Tx) {
  if (!(await findBatch(merchantId, batchId, from))) throw new Refusal("not_found");
  const connection = await findConnection(merchantId, from);
  if (!connection) throw new Refusal("platform_not_connected");
  return connection;
}

// A card without a balance is made there with its next load: nothing is to be done for it now.
async function count(
  from: Db | Tx,
  { merchantId, id, currency }: ConnectionKey & Pick<ConnectionRow, "currency">,
  batchId: string,
): Promise<Counts> {
  const [row] = await from.execute<Counts>(sql`
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
  if (!row) throw new Error("a count gave no row");
  return row;
}

function told(batchId: string, counts: Counts): Provision {
  const { total, provisioned, failed } = counts;
  return { batchId, status: statusOf(counts), total, provisioned, failed };
}

function statusOf({ total, provisioned, failed, queued }: Counts): Provision["status"] {
  if (provisioned === total) return "completed";
  if (!queued && provisioned + failed === total) return "failed";
  return provisioned + failed === 0 ? "queued" : "running";
}
