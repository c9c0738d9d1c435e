import { eq } from "drizzle-orm";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { isUuid } from "../ids";

/** The id of the store with this id or slug; null when there is none. */
export async function findMerchant(idOrSlug: string): Promise<string | null> {
  const [merchant] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(isUuid(idOrSlug) ? eq(merchants.id, idOrSlug) : eq(merchants.slug, idOrSlug));
  return merchant?.id ?? null;
}
