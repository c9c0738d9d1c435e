import { asc, eq, isNull, type SQL } from "drizzle-orm";
import { isUuid } from "@/lib/base/ids";
import { db, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";

/** The id of the store with this id or slug; null when there is none. */
export async function findMerchant(idOrSlug: string): Promise<string | null> {
  const [merchant] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(isUuid(idOrSlug) ? eq(merchants.id, idOrSlug) : eq(merchants.slug, idOrSlug));
  return merchant?.id ?? null;
}

const MAX_LISTED = 1_000;

/** The live stores of this instance, oldest first. For the operator. */
export const listMerchants = () =>
  db()
    .select({
      merchantId: merchants.id,
      slug: merchants.slug,
      name: merchants.name,
      createdAt: merchants.createdAt,
    })
    .from(merchants)
    .where(isNull(merchants.liveMerchantId))
    .orderBy(asc(merchants.id))
    .limit(MAX_LISTED);

/** Locks the store until the commit, for changes that must happen one at a time. */
export async function lockStore(tx: Tx, merchantId: string | SQL<string>): Promise<void> {
  await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for("no key update");
}
