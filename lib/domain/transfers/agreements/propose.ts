import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db, type Tx } from "@/lib/db/client/client";
import { mapByBucket, switchBucket } from "@/lib/db/client/in-buckets";
import { merchants } from "@/lib/db/schema/merchants";
import { transferAgreements } from "@/lib/db/schema/transfers";
import { takeAttempt, tryAttempt } from "@/lib/domain/limits/attempt-limits";
import { requireConfirmedStore } from "@/lib/domain/limits/confirmed-store";
import { queueMail } from "@/lib/domain/mail/mail";
import { ownerEmails } from "@/lib/domain/stores/member-emails";
import { isTestStore } from "@/lib/domain/stores/test-twin";
import { operation, storedResponse } from "@/lib/ledger/post/operation";
import {
  type AgreementLimits,
  type AgreementSide,
  type BothSides,
  lockSides,
  readAgreement,
  readSides,
  updateSide,
} from "./agreement";
import { auditAtBoth, type ChangedAgreement } from "./change";

/** The page where the other store's owners answer a proposal. */
const AGREEMENTS_PATH = "/settings/transfers";

/**
 * Proposes an agreement to the store with this short name and sets this store's limits. Its owners get an email,
 * unless a proposal to them ended within a day or many stores emailed them. Nothing can be transferred until one
 * of them accepts.
 * Refuses: not_in_test_mode, store_not_confirmed, not_found (no such live store), invalid_request (this store, or
 * proposed or active already), rate_limited (per store).
 */
export async function proposeAgreement(
  ctx: Ctx,
  { slug, ...limits }: AgreementLimits & { slug: string },
): Promise<ChangedAgreement> {
  requireScope(ctx, "store:own");
  const { merchantId } = ctx;
  const earlier = await storedResponse<ChangedAgreement>(ctx);
  if (earlier) return earlier;
  if (await isTestStore(db(), merchantId)) throw new Refusal("not_in_test_mode");
  await requireConfirmedStore(db(), merchantId);
  await takeAttempt("agreement-proposal", merchantId);
  const [named] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(eq(merchants.slug, slug), isNull(merchants.liveMerchantId)));
  if (!named) throw new Refusal("not_found", { message: "No store has this short name." });
  const otherId = named.id;
  if (otherId === merchantId) throw invalidField("slug", "is your own store");
  const last = (await readSides(db(), merchantId, otherId))?.mine;
  // Counted here, because an attempt is a transaction of its own, and only for a proposal that is emailed.
  const isMailed = (!last || isMailable(last)) && (await tryAttempt("agreement-mail", otherId));
  return await operation(ctx, async (tx) => {
    await insertMissingSides(tx, merchantId, otherId);
    const sides = found(await lockSides(tx, merchantId, otherId));
    const { mine, theirs } = sides;
    if (mine.status !== "ended") throw invalidField("slug", "already has an agreement with you");
    await updateCurrencies(tx, sides);
    const proposed = {
      status: "proposed",
      proposedAt: sql`now()`,
      acceptedAt: null,
      endedAt: null,
    } as const;
    await updateSide(tx, mine, { ...proposed, ...limits, proposedByMe: true });
    const none = { maxTransferCents: null, maxDayCents: null, maxUnsettledCents: null };
    await updateSide(tx, theirs, { ...proposed, ...none, proposedByMe: false });
    const agreement = await readAgreement(tx, merchantId, mine.id);
    const { otherStore, currency } = agreement;
    await auditAtBoth(tx, ctx, sides, {
      action: "agreement.proposed",
      ownDetails: { store: otherStore.name, ...limits, currency },
    });
    if (isMailed)
      await switchBucket(tx, { merchantId: otherId }, () => mailOwners(tx, merchantId, otherId));
    return { agreement };
  });
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whether a new proposal is emailed: not if the last one was declined or withdrawn in the last 24 hours. */
const isMailable = ({ status, proposedByMe, acceptedAt, endedAt }: AgreementSide): boolean => {
  const isRepeated = proposedByMe && acceptedAt === null;
  return status === "ended" && !(isRepeated && endedAt && endedAt.getTime() > Date.now() - DAY_MS);
};

/** Inserts the pair's rows if the stores never had an agreement, as an ended one. */
async function insertMissingSides(tx: Tx, merchantId: string, otherId: string): Promise<void> {
  const pair = await tx
    .select({ merchantId: merchants.id, currency: merchants.currency })
    .from(merchants)
    .where(inArray(merchants.id, [merchantId, otherId]))
    .orderBy(merchants.id);
  const id = newId();
  const otherOf = (one: string) => (one === merchantId ? otherId : merchantId);
  const rows = pair.map((side) => ({
    ...side,
    id,
    otherMerchantId: otherOf(side.merchantId),
    status: "ended" as const,
    proposedByMe: side.merchantId === merchantId,
  }));
  await mapByBucket(tx, rows, (sides, on) =>
    on.insert(transferAgreements).values(sides).onConflictDoNothing(),
  );
}

/**
 * Updates the currencies of both sides to the stores' own, which may have changed since an earlier agreement.
 * Refuses: invalid_request (an amount in another currency is still owed).
 */
async function updateCurrencies(tx: Tx, { mine, theirs }: BothSides): Promise<void> {
  for (const side of [mine, theirs]) {
    const [store] = await tx
      .select({ currency: merchants.currency })
      .from(merchants)
      .where(eq(merchants.id, side.merchantId));
    if (!store || store.currency === side.currency) continue;
    if (side.owedToUsCents + side.owedByUsCents > 0) {
      throw invalidField(
        "slug",
        `has unsettled amounts with you in ${side.currency}; settle them first`,
      );
    }
    await updateSide(tx, side, { currency: store.currency, sentCents: 0, receivedCents: 0 });
  }
}

async function mailOwners(tx: Tx, merchantId: string, otherId: string): Promise<void> {
  const names = await tx
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(inArray(merchants.id, [merchantId, otherId]));
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? "";
  for (const to of await ownerEmails(tx, otherId)) {
    await queueMail(tx, otherId, {
      template: "agreement_proposed",
      to,
      storeName: nameOf(otherId),
      otherStoreName: nameOf(merchantId),
      link: `${env().appUrl}${AGREEMENTS_PATH}`,
    });
  }
}
