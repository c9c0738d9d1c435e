import { eq } from "drizzle-orm";
import { db, onlyRow } from "../db/client";
import { merchants, storeLogos } from "../db/schema/merchants";

/** Reads how a store looks on what its customers get. `logo` is a PNG, or null. */
export async function readBranding(merchantId: string) {
  const rows = await db()
    .select({
      name: merchants.name,
      slug: merchants.slug,
      language: merchants.language,
      color: merchants.brandColor,
      logo: {
        image: storeLogos.image,
        widthPx: storeLogos.widthPx,
        heightPx: storeLogos.heightPx,
      },
      supportEmail: merchants.supportEmail,
      supportPhone: merchants.supportPhone,
      termsUrl: merchants.termsUrl,
    })
    .from(merchants)
    .leftJoin(storeLogos, eq(storeLogos.merchantId, merchants.id))
    .where(eq(merchants.id, merchantId));
  return onlyRow(rows);
}
