import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { customers } from "../db/schema/customers";
import { type PageRequest, searchOf } from "../page";
import { type Holdings, holdingsOf } from "./balances";
import { byAddress, startsWith } from "./search";

/** A consumer as one store knows them; `id` is this store's own. */
export type Customer = { id: string; email: string; since: Date } & Holdings;

export type CustomerPage = {
  items: Customer[];
  /** Exact; null when there are more than are worth counting. */
  total: number | null;
  nextCursor: string | null;
};

/** Counting stops here: a list that long is searched, not read. */
const MAX_COUNTED = 10_000;

const COLUMNS = {
  id: customers.id,
  email: customers.email,
  since: customers.createdAt,
  consumerId: customers.consumerId,
};

type Asked = Pick<PageRequest, "limit" | "cursor"> & { q?: string | undefined };

/**
 * The consumers who own, or owned, a card of the merchant: the newest first, or by address those
 * whose address begins with `q`. Nobody else's consumers are looked at.
 * Refuses: invalid_request (the cursor).
 */
export async function listCustomers(
  { merchantId }: Ctx,
  { limit, cursor, q }: Asked,
): Promise<CustomerPage> {
  const matching = and(
    eq(customers.merchantId, merchantId),
    q ? startsWith(customers.email, q) : undefined,
  );
  const [{ items, nextCursor }, total] = await Promise.all([
    searchOf({ limit, cursor }, { list: "customers", merchantId, q }, async (after, rows) => ({
      rows: await db()
        .select(COLUMNS)
        .from(customers)
        .where(and(matching, after ? following(merchantId, after, q) : undefined))
        .orderBy(q ? byAddress(customers.email) : desc(customers.id))
        .limit(rows),
      stoppedAt: null,
    })),
    countUpTo(matching),
  ]);
  return { items: await withHoldings(merchantId, items), total, nextCursor };
}

/** In the order of the index on addresses, whatever the database's collation. */
const following = (merchantId: string, lastId: string, q: string | undefined): SQL =>
  q
    ? sql`${customers.email} ~>~ (select k.email from ${customers} k
        where k.merchant_id = ${merchantId} and k.id = ${lastId})`
    : lt(customers.id, lastId);

async function countUpTo(matching: SQL | undefined): Promise<number | null> {
  const some = db()
    .select({ id: customers.id })
    .from(customers)
    .where(matching)
    .limit(MAX_COUNTED + 1)
    .as("some");
  const count = await db().$count(some);
  return count > MAX_COUNTED ? null : count;
}

/** Adds what they hold at this store. */
export async function withHoldings<T extends { consumerId: string }>(
  merchantId: string,
  rows: T[],
): Promise<(Omit<T, "consumerId"> & Holdings)[]> {
  const held = await holdingsOf(
    merchantId,
    rows.map(({ consumerId }) => consumerId),
  );
  return rows.map(({ consumerId, ...row }) => {
    const holdings = held.get(consumerId);
    if (!holdings) throw new Error("a customer without holdings");
    return { ...row, ...holdings };
  });
}
