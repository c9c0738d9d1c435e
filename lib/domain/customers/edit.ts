import { and, eq } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { customers } from "@/lib/db/schema/consumers";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { operation } from "@/lib/ledger/post/operation";
import { type Customer, readCustomer } from "./customers";

type Edit = {
  customerId: string;
  name?: string | null | undefined;
  note?: string | null | undefined;
};

/**
 * Changes what the team calls a customer and notes about them; null removes it. The audit log records which of
 * the two changed, but not the text, which may be personal. Refuses: not_found.
 */
export async function editCustomer(ctx: Ctx, { customerId, ...changes }: Edit): Promise<Customer> {
  requireScope(ctx, "store:manage");
  const { merchantId } = ctx;
  const isCustomer = and(eq(customers.merchantId, merchantId), eq(customers.id, customerId));
  await operation(ctx, async (tx) => {
    const [before] = await tx
      .select({ name: customers.name, note: customers.note })
      .from(customers)
      .where(isCustomer)
      .for("no key update");
    const changed = Object.keys(changesBetween(found(before), changes));
    if (changed.length === 0) return {};
    await tx.update(customers).set(changes).where(isCustomer);
    const details = { changed };
    await audit(tx, authorOf(ctx), { action: "customer.edited", subjectId: customerId, details });
    return {};
  });
  return await readCustomer(ctx, { customerId });
}
