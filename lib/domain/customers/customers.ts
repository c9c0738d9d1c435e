import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { batchesOf, type PageRequest, searchPageOf } from "@/lib/base/page";
import { type Db, db, onlyRow, type Tx } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { customers } from "@/lib/db/schema/consumers";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { type Holdings, holdingsOf } from "./balances";
import { type CustomerSort, customerOrder, matchingCustomers } from "./search";

/** The id of the consumer with this normalized email. Creates the consumer if there is none. */
export async function findOrCreateConsumer(conn: Db | Tx, email: string): Promise<string> {
  const rows = await conn.execute<{ id: string }>(
    sql`select consumer_for(${newId()}, ${email}) as id`,
  );
  return onlyRow(rows).id;
}

/** A consumer as a customer of one store. `id` is specific to the store. */
export type Customer = {
  id: string;
  email: string;
  /** What the team calls the customer. */
  name: string | null;
  /** The team's note. */
  note: string | null;
  since: Date;
} & Holdings;

/** Counting stops here: nobody pages through a longer list. */
const MAX_COUNTED = 10_000;

const COLUMNS = {
  id: customers.id,
  email: customers.email,
  name: customers.name,
  note: customers.note,
  since: customers.createdAt,
  consumerId: customers.consumerId,
};

type CustomerFilters = { q?: string | undefined; sort?: CustomerSort | undefined };
type CustomersRequest = Pick<PageRequest, "limit" | "cursor"> & CustomerFilters;

/** Up to `limit` of the merchant's matching customers, after the one with this id. */
function selectCustomers(
  from: Db,
  merchantId: string,
  { q, sort }: CustomerFilters,
  after: string | null,
  limit: number,
) {
  const { by, following } = customerOrder(sort, q);
  return from
    .select(COLUMNS)
    .from(customers)
    .where(and(matchingCustomers(merchantId, q), after ? following(merchantId, after) : undefined))
    .orderBy(...by)
    .limit(limit);
}

/**
 * The consumers who own, or owned, a card of the merchant. `q` limits the list to emails and names that
 * contain it, best match first unless `sort` says otherwise. Reads no other store's customers.
 * Refuses: invalid_request (the cursor).
 */
export async function listCustomers(
  { merchantId }: Ctx,
  { limit, cursor, ...filters }: CustomersRequest,
) {
  const list = { list: "customers", merchantId, ...filters };
  const [{ items, nextCursor }, total] = await Promise.all([
    searchPageOf({ limit, cursor }, list, (after, rows) =>
      selectCustomers(db(), merchantId, filters, after, rows),
    ),
    countUpTo(matchingCustomers(merchantId, filters.q)),
  ]);
  return { items: await withHoldings(merchantId, items), total, nextCursor };
}

/**
 * Streams all matching customers in batches, in the list's order, for export. The audit log records who
 * exports with which filters.
 */
export async function* exportCustomers(
  ctx: Ctx,
  filters: CustomerFilters,
): AsyncGenerator<Customer[]> {
  const { merchantId } = ctx;
  const details = { filters };
  await audit(db(), authorOf(ctx), {
    action: "customers.exported",
    subjectId: merchantId,
    details,
  });
  yield* batchesOf((after, limit) =>
    readFromReplica(async (from) => {
      const rows = await selectCustomers(from, merchantId, filters, after, limit);
      return await withHoldings(merchantId, rows, from);
    }),
  );
}

/** The exact number of matches; null above MAX_COUNTED. */
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

/** Adds each customer's holdings at this store. */
async function withHoldings<T extends { consumerId: string }>(
  merchantId: string,
  rows: T[],
  from: Db = db(),
): Promise<(Omit<T, "consumerId"> & Holdings)[]> {
  const held = await holdingsOf(
    merchantId,
    rows.map(({ consumerId }) => consumerId),
    from,
  );
  return rows.map(({ consumerId, ...row }) => {
    const holdings = held.get(consumerId);
    if (!holdings) throw new Error("a customer without holdings");
    return { ...row, ...holdings };
  });
}

/** The merchant's customer with this id, without holdings. Refuses: not_found. */
export async function findCustomer(merchantId: string, id: string) {
  const [customer] = await db()
    .select(COLUMNS)
    .from(customers)
    .where(and(eq(customers.merchantId, merchantId), eq(customers.id, id)));
  return found(customer);
}

/** One customer with their holdings at this store. Refuses: not_found. */
export async function readCustomer(
  { merchantId }: Ctx,
  { customerId }: { customerId: string },
): Promise<Customer> {
  const [customer] = await withHoldings(merchantId, [await findCustomer(merchantId, customerId)]);
  return found(customer);
}
