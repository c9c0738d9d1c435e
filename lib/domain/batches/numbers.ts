import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import {
  hasMoreLiveMovements,
  totalsByBatchSql,
  withClosedDays,
} from "@/lib/ledger/closing/totals";
import type { Instant } from "@/lib/ledger/post/records";

/** What the cards of a batch moved in one currency, in minor units. */
type BatchAmounts = {
  currency: string;
  /** Sold and given, less what was reversed. */
  issuedCents: bigint;
  importedCents: bigint;
  /** Positive. Refunds are deducted. */
  redeemedCents: bigint;
  /** Transfers, gifts and write-offs: what they added, so mostly negative. */
  otherCents: bigint;
  outstandingCents: bigint;
};

export type BatchNumbers = {
  batchId: string;
  /** Cards that were ever activated. */
  soldCards: number;
  amounts: BatchAmounts[];
};

// Finding the cards of this many movements takes up to a second of CPU time.
const MAX_LIVE_MOVEMENTS = 100_000;

type NumbersOfBatches = {
  numbers: BatchNumbers[];
  /** The end of the days that are counted; null if everything is. */
  asOf: Instant | null;
  /** False while nothing is counted yet: a store with too many movements to count them for a page. */
  isCounted: boolean;
};

/**
 * Reads what was sold, redeemed and is outstanding of the merchant's batches with these ids, from totals and the
 * movements since the last closed day, unless there are too many. A batch without movements is left out.
 */
export const readBatchNumbers = (
  { merchantId }: Ctx,
  { batchIds, maxLive = MAX_LIVE_MOVEMENTS }: { batchIds: string[]; maxLive?: number },
): Promise<NumbersOfBatches> =>
  withClosedDays(merchantId, async (tx, books) => {
    const live = !(await hasMoreLiveMovements(tx, merchantId, books, maxLive));
    const rows = await tx.execute<Row>(sql`
      select batch_id as "batchId", currency, sum(sold_cards)::int as sold,
        coalesce(sum(cents) filter (where kind in ('issued', 'credited')), 0)::text as "issuedCents",
        coalesce(sum(cents) filter (where kind = 'imported'), 0)::text as "importedCents",
        coalesce(-sum(cents) filter (where kind = 'redeemed'), 0)::text as "redeemedCents",
        coalesce(sum(cents) filter (where kind in ('transfers', 'gifts', 'breakage')), 0)::text
          as "otherCents",
        sum(cents)::text as "outstandingCents"
      from (${totalsByBatchSql(merchantId, books, { batchIds, live })}) t
      group by batch_id, currency order by batch_id, sum(cents) desc, currency`);
    const asOf = live ? null : books.batchesUntil;
    return { numbers: byBatch(rows), asOf, isCounted: live || asOf !== null };
  });

type Row = { batchId: string; sold: number } & Record<keyof BatchAmounts, string>;

function byBatch(rows: Iterable<Row>): BatchNumbers[] {
  const numbers = new Map<string, BatchNumbers>();
  for (const { batchId, sold, currency, ...cents } of rows) {
    const batch = numbers.get(batchId) ?? { batchId, soldCards: 0, amounts: [] };
    batch.soldCards += sold;
    batch.amounts.push({
      currency,
      issuedCents: BigInt(cents.issuedCents),
      importedCents: BigInt(cents.importedCents),
      redeemedCents: BigInt(cents.redeemedCents),
      otherCents: BigInt(cents.otherCents),
      outstandingCents: BigInt(cents.outstandingCents),
    });
    numbers.set(batchId, batch);
  }
  return [...numbers.values()];
}
