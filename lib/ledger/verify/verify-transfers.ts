import { sql } from "drizzle-orm";
import { isOnCitus } from "@/lib/base/config/env";
import { BEFORE_ALL_IDS } from "@/lib/base/ids";
import { currentBucket } from "@/lib/db/client/buckets";
import type { Tx } from "@/lib/db/client/client";
import { listBuckets, switchBucket } from "@/lib/db/client/in-buckets";
import { type CardSlice, isTransferIn, type Problem } from "./verify-cards";

const ROWS_PER_PAGE = 1_000;

type Side = { merchant_id: string; id: string; other_id: string; terms: string };

/**
 * Finds transfers whose other side is in another bucket, and doesn't match. Those within the bucket are checked by
 * CARD_CHECKS. Returns at most `max` problems.
 */
export async function problemsBetweenBuckets(
  tx: Tx,
  slice: CardSlice,
  max: number,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const bucket of await listBuckets()) {
    if (bucket === currentBucket()) continue;
    let last: Side | undefined;
    do {
      const sides = await sidesWithOtherIn(tx, bucket, slice, last);
      const matching = await otherSidesOf(tx, sides);
      for (const { merchant_id: merchantId, id: subject, terms } of sides) {
        if (matching.has(terms)) continue;
        const check = "the two sides of a transfer between buckets match";
        problems.push({ check, merchantId, subject, found: "no matching other side" });
      }
      last = sides.length === ROWS_PER_PAGE ? sides.at(-1) : undefined;
    } while (last && problems.length < max);
  }
  return problems.slice(0, max);
}

/** A page of sides, with what the other one must consist of. */
const sidesWithOtherIn = (tx: Tx, bucket: string, slice: CardSlice, after?: Side) =>
  tx.execute<Side>(sql`
    select x.merchant_id, x.id, x.counter_merchant_id as other_id,
      concat_ws(' ', x.id, x.merchant_id, x.direction, x.currency, x.amount_cents,
        x.counter_merchant_id, x.counter_currency, x.counter_amount_cents, x.rate) as terms
    from transfers x join merchants m on m.id = x.counter_merchant_id
    where m.bucket = ${bucket} and ${isTransferIn(slice)}
      and (x.merchant_id, x.id) > (${after?.merchant_id ?? BEFORE_ALL_IDS}::uuid, ${after?.id ?? BEFORE_ALL_IDS}::uuid)
      ${isOnCitus() ? COMMITTED_ON_ALL_NODES : sql``}
    order by x.merchant_id, x.id limit ${ROWS_PER_PAGE}`);

/** Each node has a snapshot of its own: one can have a transfer that another is about to commit. */
const COMMITTED_ON_ALL_NODES = sql`and x.created_at < now() - interval '1 minute'`;

/** The other sides of these transfers, each in the terms of the side that was given, so that equal texts match. */
async function otherSidesOf(tx: Tx, sides: Side[]): Promise<Set<string>> {
  const [first] = sides;
  if (!first) return new Set();
  const ids = idArray(sides.map(({ id }) => id));
  const stores = idArray(sides.map((side) => side.other_id));
  const rows = await switchBucket(tx, { merchantId: first.other_id }, (on) =>
    on.execute<{ terms: string }>(sql`
      select concat_ws(' ', x.id, x.counter_merchant_id,
        case when x.direction = 'in' then 'out' else 'in' end, x.counter_currency, x.counter_amount_cents,
        x.merchant_id, x.currency, x.amount_cents, x.rate) as terms
      from transfers x where x.merchant_id = any(${stores}::uuid[]) and x.id = any(${ids}::uuid[])`),
  );
  return new Set(rows.map(({ terms }) => terms));
}

const idArray = (ids: string[]): string => `{${[...new Set(ids)].join()}}`;
