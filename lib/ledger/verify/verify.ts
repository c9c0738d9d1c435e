import { type SQL, sql } from "drizzle-orm";
import { currentBucket } from "@/lib/db/client/buckets";
import { db, extendStatementTimeout, type Tx } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { CARD_CHECKS, type Problem } from "./verify-cards";
import { DAY_CHECKS, STORE_CHECKS } from "./verify-checks";
import { problemsBetweenBuckets } from "./verify-transfers";

export type Verification = {
  ok: boolean;
  cards: number;
  transactions: number;
  /** At most 100 per check and bucket. */
  problems: Problem[];
};

export const MAX_PROBLEMS = 100;
const DAY_SECONDS = 86_400;

/**
 * Recalculates all balances and totals of the ledger, in one snapshot of each bucket. The housekeeping job runs
 * the same checks in slices (verify-slices.ts).
 */
export async function verify(): Promise<Verification> {
  const all = await inEachBucket(verifyBucket);
  return {
    ok: all.every(({ ok }) => ok),
    cards: all.reduce((sum, { cards }) => sum + cards, 0),
    transactions: all.reduce((sum, { transactions }) => sum + transactions, 0),
    problems: all.flatMap(({ problems }) => problems),
  };
}

/** Checks of a bucket as a whole. */
const BUCKET_CHECKS = {
  "a store's cards are in its bucket": (bucket: string) => sql`
    select m.id as merchant_id, m.id::text as subject, format('bucket %s', m.bucket) as found
    from merchants m where m.bucket <> ${bucket}
      and exists (select from cards c where c.merchant_id = m.id)`,
};

const verifyBucket = (): Promise<Verification> =>
  db().transaction(
    async (tx) => {
      await extendStatementTimeout(tx, DAY_SECONDS);
      const [counts] = await tx.execute<{ cards: string; transactions: string }>(sql`
        select (select count(*) from cards) as cards,
          (select count(*) from transactions) as transactions`);
      const problems: Problem[] = [];
      for (const checks of [CARD_CHECKS, DAY_CHECKS, STORE_CHECKS]) {
        problems.push(...(await runChecks(tx, checks, null)));
      }
      problems.push(...(await problemsBetweenBuckets(tx, null, MAX_PROBLEMS)));
      problems.push(...(await runChecks(tx, BUCKET_CHECKS, currentBucket())));
      return {
        ok: problems.length === 0,
        cards: Number(counts?.cards),
        transactions: Number(counts?.transactions),
        problems,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

/** Runs the checks on a slice. Returns the first 100 problems of each. */
export async function runChecks<Slice>(
  tx: Tx,
  checks: Record<string, (slice: Slice) => SQL>,
  slice: Slice,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [check, query] of Object.entries(checks)) {
    const rows = await tx.execute<{ merchant_id: string; subject: string; found: string }>(
      sql`${query(slice)} limit ${MAX_PROBLEMS}`,
    );
    for (const { merchant_id, subject, found } of rows) {
      problems.push({ check, merchantId: merchant_id, subject, found });
    }
  }
  return problems;
}
