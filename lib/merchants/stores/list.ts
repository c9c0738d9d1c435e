import { asc, eq } from "drizzle-orm";
import type { Ctx, Role } from "../../context";
import { db } from "../../db/client";
import { merchants } from "../../db/schema/merchants";
import { memberships } from "../../db/schema/users";
import { personOf } from "../person";

export type OwnStore = { id: string; name: string; role: Role; current: boolean };

const MAX_LISTED = 200;

/** The stores in whose teams the person is, by name. Refuses: unauthorized. */
export async function listStores(ctx: Ctx): Promise<OwnStore[]> {
  const stores = await db()
    .select({ id: merchants.id, name: merchants.name, role: memberships.role })
    .from(memberships)
    .innerJoin(merchants, eq(merchants.id, memberships.merchantId))
    .where(eq(memberships.userId, personOf(ctx).userId))
    .orderBy(asc(merchants.name), asc(merchants.id))
    .limit(MAX_LISTED);
  return stores.map((store) => ({ ...store, current: store.id === ctx.merchantId }));
}
