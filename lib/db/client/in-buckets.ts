import { is, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import pLimit from "p-limit";
import type { Ctx } from "@/lib/base/context";
import { log, safeError } from "@/lib/base/observe/log";
import { keepFor } from "@/lib/base/time/keep-for";
import { bucketsIn, currentBucket, FIRST_BUCKET, inBucket, searchPathOf } from "./buckets";
import { type Db, db, pg, replica, type Tx } from "./client";

/** Enough for the stores that an instance serves at a time. */
const MAX_CACHED_STORES = 20_000;

/** How long a process keeps its list of buckets: work in a new one begins within this time. */
const LIST_KEPT_MS = 1_000;
const LIST_SYMBOL = Symbol.for("scrip.buckets");

// On globalThis, because pages, routes and the server can each have a copy of this module.
const CACHE_SYMBOL = Symbol.for("scrip.store-buckets");
const globals = globalThis as { [CACHE_SYMBOL]?: Map<string, string> };

/** The buckets of stores that were looked up. A store never moves to another bucket. */
function bucketCache(): Map<string, string> {
  globals[CACHE_SYMBOL] ??= new Map();
  return globals[CACHE_SYMBOL];
}

/**
 * The bucket that has a store's data; the first one if there is no such store, which has no data anywhere. `tx`: the
 * transaction that may just have created the store.
 */
export async function bucketOfStore(merchantId: string, tx?: Tx): Promise<string> {
  const cached = merchantId === "" ? FIRST_BUCKET : bucketCache().get(merchantId);
  if (cached) return cached;
  const [row] = await (tx ?? db()).execute<{ bucket: string }>(
    sql`select bucket from merchants where id = ${merchantId}`,
  );
  if (!row) return FIRST_BUCKET;
  if (bucketCache().size >= MAX_CACHED_STORES) bucketCache().clear();
  bucketCache().set(merchantId, row.bucket);
  return row.bucket;
}

/** Runs work whose queries go to the bucket of a store; to the first one for an empty id. */
export const inBucketOf = async <T>(merchantId: string, work: () => Promise<T>): Promise<T> =>
  inBucket(await bucketOfStore(merchantId), work);

/** Runs a person's operation on what they have at this store, in the store's bucket. */
export const atStore = <T>(
  ctx: Ctx,
  merchantId: string,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  inBucketOf(merchantId, () =>
    work({ ...ctx, merchantId, principal: { ...ctx.principal, merchantId } }),
  );

/** All buckets that existed a second ago, and maybe newer ones, the first one first. */
export const listBuckets = (): Promise<string[]> =>
  keepFor(LIST_KEPT_MS, LIST_SYMBOL, async () => await bucketsIn(pg()));

/** The buckets in which a consumer has or had something, and maybe more, the first one first. */
export async function bucketsOfConsumer(consumerId: string): Promise<string[]> {
  const all = await listBuckets();
  if (all.length === 1) return all;
  const rows = await pg()<{ bucket: string }[]>`
    select bucket from consumer_buckets where consumer_id = ${consumerId} order by bucket`;
  return [FIRST_BUCKET, ...rows.map(({ bucket }) => bucket)];
}

/** On Citus, buckets are on several nodes, which can work at the same time. */
const BUCKETS_AT_ONCE = 8;

/**
 * Runs work in each of these buckets, or in all, in several at the same time. Returns the results in the same order. A
 * failure is logged, and thrown once all buckets have had their turn.
 */
export async function inEachBucket<T>(
  work: (bucket: string) => Promise<T>,
  { buckets, atOnce = BUCKETS_AT_ONCE }: { buckets?: string[]; atOnce?: number } = {},
): Promise<T[]> {
  const limit = pLimit(atOnce);
  const results = await Promise.allSettled(
    (buckets ?? (await listBuckets())).map((bucket) =>
      limit(() => inBucket(bucket, () => work(bucket))).catch((error) => {
        log().error({ bucket, error: safeError(error) }, "work in a bucket failed");
        throw error;
      }),
    ),
  );
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

/**
 * Runs work in each of these buckets, or in all, one after the other, until it finds something. Returns that, or
 * undefined. Throws, once all have had their turn, if one failed and none found anything.
 */
export async function findAnywhere<T extends object>(
  work: () => Promise<T | null | undefined>,
  buckets?: string[],
): Promise<T | undefined> {
  const failures: unknown[] = [];
  for (const bucket of buckets ?? (await listBuckets())) {
    try {
      const found = await inBucket(bucket, work);
      if (found) return found;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return undefined;
}

/**
 * Lets the statements of `work` go to another bucket, by its name or as that of a store: in the same transaction, or
 * outside one if `from` is db() or the replica. `work` gets what to send them with. Nothing else may use a transaction
 * meanwhile.
 */
export async function switchBucket<T>(
  from: Db | Tx,
  to: { merchantId: string } | { bucket: string },
  work: (from: Db | Tx) => Promise<T>,
): Promise<T> {
  const tx = transactionOf(from);
  const own = currentBucket();
  const other = "bucket" in to ? to.bucket : await bucketOfStore(to.merchantId, tx);
  if (own === other) return await work(from);
  if (!tx) {
    const isReplica = from === replica()?.db;
    return await inBucket(other, () => work((isReplica && replica()?.db) || db()));
  }
  const lookIn = (bucket: string) =>
    tx.execute(sql`select set_config('search_path', ${searchPathOf(bucket)}, true)`);
  await lookIn(other);
  try {
    const result = await inBucket(other, () => work(tx));
    await lookIn(own);
    return result;
  } catch (error) {
    // For a caller that catches it. If Postgres threw it, the rollback resets the search path.
    await lookIn(own).catch(() => {});
    throw error;
  }
}

const transactionOf = (from: Db | Tx): Tx | undefined =>
  is(from, PgTransaction) ? (from as Tx) : undefined;

/**
 * Runs `work` with rows of several stores in the given order, each in its store's bucket: rows of one bucket that follow
 * each other are passed together. Returns all results in the same order.
 */
export async function mapByBucket<Row extends { merchantId: string }, Result>(
  from: Db | Tx,
  rows: readonly Row[],
  work: (rows: Row[], from: Db | Tx) => Promise<Result[]>,
): Promise<Result[]> {
  const buckets = new Map<string, string>();
  for (const merchantId of new Set(rows.map((row) => row.merchantId)))
    buckets.set(merchantId, await bucketOfStore(merchantId, transactionOf(from)));
  const bucketOf = (row: Row | undefined) => row && buckets.get(row.merchantId);
  const results: Result[] = [];
  let run: Row[] = [];
  for (const [n, row] of rows.entries()) {
    run.push(row);
    if (bucketOf(rows[n + 1]) === bucketOf(row)) continue;
    const together = run;
    results.push(...(await switchBucket(from, row, (on) => work(together, on))));
    run = [];
  }
  return results;
}
