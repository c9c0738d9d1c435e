import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { db, onlyRow, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { insertMerchant, MAX_NAME_CHARS } from "./create";
import { copyLogo } from "./logo";
import { findTwin, isTestStore } from "./test-twin";

const NAME_SUFFIX = " (test)";

/** A store's name as its test twin has it, so that nobody takes an email or a page of the twin for a real one. */
export const testNameOf = (name: string): string =>
  name.endsWith(NAME_SUFFIX)
    ? name
    : `${name.slice(0, MAX_NAME_CHARS - NAME_SUFFIX.length).trimEnd()}${NAME_SUFFIX}`;

type Author = { actor: string; requestId: string | null };

/**
 * The id of a live store's test twin, which is created on first use with the store's settings of that moment.
 * Afterwards each has its own, but the twin's name follows the store's.
 */
export async function twinOf(tx: Tx, liveMerchantId: string, author: Author): Promise<string> {
  const twin = await findTwin(tx, liveMerchantId);
  if (twin) return twin;
  await lockTwin(tx, liveMerchantId);
  return (await findTwin(tx, liveMerchantId)) ?? (await createTwin(tx, liveMerchantId, author));
}

/**
 * So that two requests create one twin, and a store isn't renamed meanwhile. Not a lock of the store, which is taken
 * before its memberships.
 */
const lockTwin = (tx: Tx, liveMerchantId: string) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`test-twin:${liveMerchantId}`}, 0))`,
  );

/** The id of a store's test twin, for the operator. A test twin's is its own. */
export const testStoreOf = (merchantId: string): Promise<string> =>
  db().transaction(async (tx) =>
    (await isTestStore(tx, merchantId))
      ? merchantId
      : await twinOf(tx, merchantId, { actor: "operator", requestId: null }),
  );

/** Gives the test twin of a live store, if there is one, the store's new name. */
export async function renameTwin(tx: Tx, ctx: Ctx, liveName: string): Promise<void> {
  await lockTwin(tx, ctx.merchantId);
  const id = await findTwin(tx, ctx.merchantId);
  if (!id) return;
  const renamed = { name: testNameOf(liveName) };
  const here = eq(merchants.id, id);
  const before = onlyRow(
    await tx.select({ name: merchants.name }).from(merchants).where(here).for("no key update"),
  );
  await tx.update(merchants).set(renamed).where(here);
  await audit(
    tx,
    { ...authorOf(ctx), merchantId: id },
    { action: "store.updated", subjectId: id, details: changesBetween(before, renamed) },
  );
}

async function createTwin(tx: Tx, liveMerchantId: string, author: Author): Promise<string> {
  const live = onlyRow(
    await tx
      .select({
        bucket: merchants.bucket,
        name: merchants.name,
        slug: merchants.slug,
        currency: merchants.currency,
        timeZone: merchants.timeZone,
        validityMonths: merchants.validityMonths,
        language: merchants.language,
        scanPrefix: merchants.scanPrefix,
        usualAmountCents: merchants.usualAmountCents,
        brandColor: merchants.brandColor,
        senderName: merchants.senderName,
        supportEmail: merchants.supportEmail,
        supportPhone: merchants.supportPhone,
        termsUrl: merchants.termsUrl,
      })
      .from(merchants)
      .where(eq(merchants.id, liveMerchantId)),
  );
  const id = newId();
  const settings = { ...live, name: testNameOf(live.name), slug: `${live.slug}-test` };
  // Its emails are never sent, so that it needs no confirmed email.
  const { slug } = await insertMerchant(tx, {
    id,
    ...settings,
    liveMerchantId,
    confirmedAt: new Date(),
  });
  await copyLogo(tx, liveMerchantId, id);
  await audit(
    tx,
    { merchantId: id, ...author },
    {
      action: "merchant.created",
      subjectId: id,
      details: { name: settings.name, slug, currency: live.currency, liveMerchantId },
    },
  );
  return id;
}
