import { eq } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { type Db, db, onlyRow, type Tx } from "@/lib/db/client/client";
import { merchants, storeLogos } from "@/lib/db/schema/merchants";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { operation } from "@/lib/ledger/post/operation";
import { BRAND_COLUMNS, type SenderBrand, type StoreBrand } from "./brand";

export type Branding = SenderBrand;

/** How a store looks to customers; `lock` prevents changes until the transaction ends. */
export async function brandingOf(
  from: Db | Tx,
  merchantId: string,
  lock = false,
): Promise<Branding> {
  const query = from
    .select({ ...BRAND_COLUMNS, senderName: merchants.senderName })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  return onlyRow(await (lock ? query.for("no key update") : query));
}

/** How the request's store looks to customers. */
export const readBranding = ({ merchantId }: Ctx): Promise<Branding> =>
  brandingOf(db(), merchantId);

/** What customers see of the store with this slug; null if there is none. */
export async function findBrand(slug: string): Promise<StoreBrand | null> {
  const [brand] = await db().select(BRAND_COLUMNS).from(merchants).where(eq(merchants.slug, slug));
  return brand ?? null;
}

/** Null sets the default: no contact or terms, the default color, and the store's name as the sender. */
type BrandingChange = {
  /** `#rrggbb`, in lowercase. */
  brandColor?: string | null | undefined;
  senderName?: string | null | undefined;
  supportEmail?: string | null | undefined;
  supportPhone?: string | null | undefined;
  /** An https URL. */
  termsUrl?: string | null | undefined;
};

/** Changes the given parts of the store's branding. */
export const updateBranding = (ctx: Ctx, change: BrandingChange): Promise<Branding> =>
  operation(requireScope(ctx, "store:manage"), async (tx) => {
    const { merchantId } = ctx;
    const before = await brandingOf(tx, merchantId, true);
    const details = changesBetween(before, change);
    if (Object.keys(details).length === 0) return before;
    await tx.update(merchants).set(change).where(eq(merchants.id, merchantId));
    await audit(tx, authorOf(ctx), { action: "branding.updated", subjectId: merchantId, details });
    return await brandingOf(tx, merchantId);
  });

/** How a store looks on printed cards. `logo` is a PNG, or null. */
export async function readPrintBranding(merchantId: string) {
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
