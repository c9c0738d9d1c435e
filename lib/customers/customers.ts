import { type AnyColumn, and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { customers } from "../db/schema/customers";
import { normaliseEmail } from "../email";
import { Refusal } from "../errors";
import { type PageRequest, searchOf } from "../page";
import { type Holdings, holdingsOf } from "./balances";

/** Whether an address begins with what a person typed; a whole address is put into its one spelling. */
export function startsWith(email: AnyColumn, typed: string): SQL {
  const beginning = normaliseEmail(typed) ?? typed.trim().toLowerCase();
  return sql`${email} like ${`${beginning.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** In the order of the index on beginnings, whatever the database's collation. */
export const byAddress = (email: AnyColumn): SQL => sql`${email} using ~<~`;

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
async function withHoldings<T extends { consumerId: string }>(
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

export type CustomerRow = { id: string; email: string; since: Date; consumerId: string };

/** The merchant's customer with this id, in its own row. Refuses: not_found. */
export async function findCustomer(merchantId: string, id: string): Promise<CustomerRow> {
  const [customer] = await db()
    .select({
      id: customers.id,
      email: customers.email,
      since: customers.createdAt,
      consumerId: customers.consumerId,
    })
    .from(customers)
    .where(and(eq(customers.merchantId, merchantId), eq(customers.id, id)));
  if (!customer) throw new Refusal("not_found");
  return customer;
}

/** One customer with what they hold at this store. Refuses: not_found. */
export async function readCustomer(
  { merchantId }: Ctx,
  { customerId }: { customerId: string },
): Promise<Customer> {
  const [customer] = await withHoldings(merchantId, [await findCustomer(merchantId, customerId)]);
  if (!customer) throw new Refusal("not_found");
  return customer;
}
