import { and, eq } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { customers } from "../db/schema/customers";
import { Refusal } from "../errors";
import { type Customer, withHoldings } from "./list";

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
