import { type AnyColumn, and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { type Db, db, onlyRow, type Tx } from "../db/client";
import { customers } from "../db/schema/consumers";
import { normaliseEmail } from "../email";
import { found } from "../errors";
import { newId } from "../ids";
import { type PageRequest, searchPageOf } from "../page";
import { type Holdings, holdingsOf } from "./balances";

/** The id of the consumer with this normalized email. Creates the consumer if there is none. */
export async function findOrCreateConsumer(conn: Db | Tx, email: string): Promise<string> {
  const rows = await conn.execute<{ id: string }>(
    sql`select consumer_for(${newId()}, ${email}) as id`,
  );
  return onlyRow(rows).id;
}

/** SQL condition: the email starts with the typed text. A complete email is normalized first. */
export function emailStartsWith(email: AnyColumn, typed: string): SQL {
  const beginning = normaliseEmail(typed) ?? typed.trim().toLowerCase();
  return sql`${email} like ${`${beginning.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** Sorts by email in the order of the prefix index, whatever the database's collation. */
export const emailOrder = (email: AnyColumn): SQL => sql`${email} using ~<~`;

/** A consumer as a customer of one store. `id` is specific to the store. */
export type Customer = { id: string; email: string; since: Date } & Holdings;

/** Counting stops here: nobody pages through a longer list. */
const MAX_COUNTED = 10_000;

const COLUMNS = {
  id: customers.id,
  email: customers.email,
  since: customers.createdAt,
  consumerId: customers.consumerId,
};

type CustomersRequest = Pick<PageRequest, "limit" | "cursor"> & { q?: string | undefined };

/**
 * The consumers who own, or owned, a card of the merchant: newest first, or by email if `q` is given. `q`
 * limits the list to emails that start with it. Reads no other store's customers.
 * Refuses: invalid_request (the cursor).
 */
export async function listCustomers({ merchantId }: Ctx, { limit, cursor, q }: CustomersRequest) {
  const matching = and(
    eq(customers.merchantId, merchantId),
    q ? emailStartsWith(customers.email, q) : undefined,
  );
  const [{ items, nextCursor }, total] = await Promise.all([
    searchPageOf({ limit, cursor }, { list: "customers", merchantId, q }, (after, rows) =>
      db()
        .select(COLUMNS)
        .from(customers)
        .where(and(matching, after ? afterCondition(merchantId, after, q) : undefined))
        .orderBy(q ? emailOrder(customers.email) : desc(customers.id))
        .limit(rows),
    ),
    countUpTo(matching),
  ]);
  return { items: await withHoldings(merchantId, items), total, nextCursor };
}

/** SQL condition: the rows after `lastId`, in the order of the list. */
const afterCondition = (merchantId: string, lastId: string, q: string | undefined): SQL =>
  q
    ? sql`${customers.email} ~>~ (select k.email from ${customers} k
        where k.merchant_id = ${merchantId} and k.id = ${lastId})`
    : lt(customers.id, lastId);

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
