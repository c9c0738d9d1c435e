import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { db, type Tx } from "@/lib/db/client/client";
import { storeLogos } from "@/lib/db/schema/merchants";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { operation } from "@/lib/ledger/post/operation";
import { type Branding, brandingOf } from "./branding";
import { encodeLogo, type Logo } from "./encode-logo";

/**
 * Replaces the store's logo with an image file, which is re-encoded.
 * Refuses: invalid_request (`image`: not an image that can be used), rate_limited (by person).
 */
export async function replaceLogo(ctx: Ctx, { image }: { image: Uint8Array }): Promise<Branding> {
  requireScope(ctx, "store:manage");
  await takeAttempt("logo-upload", ctx.principal.actor);
  return await saveLogo(ctx, await encodeLogo(image));
}

/** Replaces the store's logo with an encoded image. */
export const saveLogo = (ctx: Ctx, logo: Logo): Promise<Branding> =>
  operation(requireScope(ctx, "store:manage"), async (tx) => {
    const { merchantId } = ctx;
    await tx
      .insert(storeLogos)
      .values({ merchantId, ...logo })
      .onConflictDoUpdate({
        target: storeLogos.merchantId,
        set: { ...logo, updatedAt: sql`excluded.updated_at` },
      });
    await audit(tx, authorOf(ctx), { action: "branding.logo_replaced", subjectId: merchantId });
    return await brandingOf(tx, merchantId);
  });

/** Removes the store's logo, if it has one. */
export const removeLogo = (ctx: Ctx): Promise<Branding> =>
  operation(requireScope(ctx, "store:manage"), async (tx) => {
    const { merchantId } = ctx;
    const removed = await tx
      .delete(storeLogos)
      .where(eq(storeLogos.merchantId, merchantId))
      .returning({ merchantId: storeLogos.merchantId });
    if (removed.length > 0) {
      await audit(tx, authorOf(ctx), { action: "branding.logo_removed", subjectId: merchantId });
    }
    return await brandingOf(tx, merchantId);
  });

/** Copies a store's logo to another store, if it has one. */
export async function copyLogo(tx: Tx, from: string, to: string): Promise<void> {
  const [logo] = await tx.select().from(storeLogos).where(eq(storeLogos.merchantId, from));
  if (logo) await tx.insert(storeLogos).values({ ...logo, merchantId: to });
}

/** A store's logo as PNG, by the hash in its URL; null after it was replaced. */
export async function findLogo(merchantId: string, hash: Uint8Array): Promise<Uint8Array | null> {
  const [logo] = await db()
    .select({ image: storeLogos.image })
    .from(storeLogos)
    .where(and(eq(storeLogos.merchantId, merchantId), eq(storeLogos.hash, hash)));
  return logo?.image ?? null;
}
