import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { findCustomer } from "../customers/customers";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import { transactions } from "../db/schema/transactions";
import { type PageRequest, searchOf } from "../page";
import { MOVEMENT_COLUMNS, withNames } from "./movements";
import type { FoundMovements } from "./search-transactions";

/** The history is merged of so many cards, the newest. */
const MAX_CARDS = 1_000;
/**
 * Movements of one card that waited for each other have their sequence in another order than their
 * ids, which are made before the wait. So many more of a card are read that none is missed while no
 * more than these are under way at once.
 */
const RACING = 100;

type Asked = Pick<PageRequest, "limit" | "cursor"> & { customerId: string };

/**
 * Everything that moved on a customer's cards and store credit at this store, newest first.
 * Refuses: not_found, invalid_request (the cursor).
 */
export async function historyOf(
  { merchantId }: Ctx,
  { customerId, limit, cursor }: Asked,
): Promise<FoundMovements> {
  const { consumerId } = await findCustomer(merchantId, customerId);
  const list = { list: "customer", merchantId, customerId };
  const { items, nextCursor } = await searchOf({ limit, cursor }, list, async (after, rows) => ({
    rows: await db()
      .select(MOVEMENT_COLUMNS)
      .from(transactions)
      .where(
        and(
          eq(transactions.merchantId, merchantId),
          inArray(transactions.id, await newestIds(merchantId, consumerId, after, rows)),
        ),
      )
      .orderBy(desc(transactions.id)),
    stoppedAt: null,
  }));
  const isAll = cursor === undefined && nextCursor === null;
  return {
    items: await withNames(merchantId, items),
    total: isAll ? items.length : null,
    nextCursor,
    searchedTo: null,
  };
}

/**
 * Of each card the newest, and of these the newest: no card's history is read to its end. Only by
 * sequence a card's movements have an index; the page is cut by id.
 */
async function newestIds(
  merchantId: string,
  consumerId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db().execute<{ id: string }>(sql`
    select t.id from (
      select id from ${cards} where merchant_id = ${merchantId} and owner_id = ${consumerId}
        order by id desc limit ${MAX_CARDS}) c
    cross join lateral (
      select id from ${transactions} where merchant_id = ${merchantId} and card_id = c.id
        and (${after}::uuid is null or id < ${after}) order by sequence desc
        limit ${limit + RACING}) t
    order by t.id desc limit ${limit}`);
  return [...rows].map(({ id }) => id);
}
