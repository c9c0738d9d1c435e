import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { type PageRequest, searchPageOf } from "@/lib/base/page";
import type { Db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { cards } from "@/lib/db/schema/cards";
import { transactions } from "@/lib/db/schema/transactions";
import { findCustomer } from "@/lib/domain/customers/customers";
import { MOVEMENT_COLUMNS, withNames } from "./movements";
import type { FoundMovements } from "./search-transactions";

/** The history covers at most this many cards, the newest. */
const MAX_CARDS = 1_000;
/**
 * Ids are created before a movement waits for its card's lock, and sequences after. Under contention their
 * orders differ. Reading this many extra rows per card misses none, as long as at most this many movements
 * run at once.
 */
const EXTRA_ROWS_PER_CARD = 100;

type CustomerHistoryRequest = Pick<PageRequest, "limit" | "cursor"> & { customerId: string };

/**
 * All movements of a customer's cards and store credit at this store, newest first.
 * Refuses: not_found, invalid_request (the cursor).
 */
export async function historyOf(
  { merchantId }: Ctx,
  { customerId, limit, cursor }: CustomerHistoryRequest,
): Promise<FoundMovements> {
  const { consumerId } = await findCustomer(merchantId, customerId);
  const list = { list: "customer", merchantId, customerId };
  return readFromReplica(async (from) => {
    const { items, nextCursor } = await searchPageOf(
      { limit, cursor },
      list,
      async (after, rows) => {
        const ids = await newestIds(from, merchantId, consumerId, after, rows);
        return await from
          .select(MOVEMENT_COLUMNS)
          .from(transactions)
          .where(and(eq(transactions.merchantId, merchantId), inArray(transactions.id, ids)))
          .orderBy(desc(transactions.id));
      },
    );
    const isAll = cursor === undefined && nextCursor === null;
    return {
      items: await withNames(merchantId, items, from),
      total: isAll ? items.length : null,
      nextCursor,
      searchedTo: null,
      isIncomplete: false,
    };
  });
}

/**
 * Reads the newest movements of each card and keeps the newest overall, so it never reads a full history.
 * A card's movements are indexed by sequence, but pages are split by id.
 */
async function newestIds(
  from: Db,
  merchantId: string,
  consumerId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await from.execute<{ id: string }>(sql`
    select t.id from (
      select id from ${cards} where merchant_id = ${merchantId} and owner_id = ${consumerId}
        order by id desc limit ${MAX_CARDS}) c
    cross join lateral (
      select id from ${transactions} where merchant_id = ${merchantId} and card_id = c.id
        and (${after}::uuid is null or id < ${after}) order by sequence desc
        limit ${limit + EXTRA_ROWS_PER_CARD}) t
    order by t.id desc limit ${limit}`);
  return [...rows].map(({ id }) => id);
}
