import { inArray, sql } from "drizzle-orm";
import { db } from "@/lib/db/client/client";
import { merchants, storeLogos } from "@/lib/db/schema/merchants";

/** What customers see of a store, for a query of `merchants`. */
export const BRAND_COLUMNS = {
  name: merchants.name,
  brandColor: merchants.brandColor,
  /** The logo's path on this site. A changed logo has another one. */
  logoUrl: sql<string | null>`(select
    '/api/store-logos/' || l.merchant_id || '/' || encode(l.hash, 'hex') || '.png'
    from ${storeLogos} l where l.merchant_id = ${merchants.id})`,
  supportEmail: merchants.supportEmail,
  supportPhone: merchants.supportPhone,
  termsUrl: merchants.termsUrl,
};

export type StoreBrand = Pick<
  typeof merchants.$inferSelect,
  "name" | "brandColor" | "supportEmail" | "supportPhone" | "termsUrl"
> & { logoUrl: string | null };

/** A store as the sender of emails to customers. */
export type SenderBrand = StoreBrand & { senderName: string | null };

/** These stores as senders, by id. */
export async function senderBrandsOf(merchantIds: string[]): Promise<Map<string, SenderBrand>> {
  if (merchantIds.length === 0) return new Map();
  const rows = await db()
    .select({ id: merchants.id, ...BRAND_COLUMNS, senderName: merchants.senderName })
    .from(merchants)
    .where(inArray(merchants.id, merchantIds));
  return new Map(rows.map(({ id, ...brand }) => [id, brand]));
}
