import { and, asc, eq, getTableColumns, inArray, type SQLWrapper, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { mapByBucket, switchBucket } from "@/lib/db/client/in-buckets";
import { merchants } from "@/lib/db/schema/merchants";
import { transferAgreements } from "@/lib/db/schema/transfers";
import type { Replayable } from "@/lib/ledger/post/operation";

/** A store's limits for transfers with another store, in minor units of the agreement's currency. */
export type AgreementLimits = {
  maxTransferCents: number;
  /** Per UTC day, for each direction. */
  maxDayCents: number;
  /** What each store may owe the other without having paid. */
  maxUnsettledCents: number;
};

const LIMITS = {
  currency: transferAgreements.currency,
  maxTransferCents: transferAgreements.maxTransferCents,
  maxDayCents: transferAgreements.maxDayCents,
  maxUnsettledCents: transferAgreements.maxUnsettledCents,
};

const COLUMNS = {
  id: transferAgreements.id,
  status: transferAgreements.status,
  proposedByMe: transferAgreements.proposedByMe,
  otherStore: { name: merchants.name, slug: merchants.slug },
  ...LIMITS,
  owedToUsCents: transferAgreements.owedToUsCents,
  owedByUsCents: transferAgreements.owedByUsCents,
  proposedAt: transferAgreements.proposedAt,
  acceptedAt: transferAgreements.acceptedAt,
  endedAt: transferAgreements.endedAt,
};

const selectOwnSides = (from: Db | Tx) =>
  from
    .select({ ...COLUMNS, other: { merchantId: merchants.id, bucket: merchants.bucket } })
    .from(transferAgreements)
    .innerJoin(merchants, eq(merchants.id, transferAgreements.otherMerchantId));

type OwnSide = Awaited<ReturnType<typeof selectOwnSides>>[number];

/** Adds the other stores' limits, which are in their buckets. */
async function withOtherLimits(from: Db | Tx, sides: OwnSide[]) {
  const others = sides
    .map(({ id, other }) => ({ id, ...other }))
    .toSorted((a, b) => compare(a.bucket, b.bucket));
  const rows = await mapByBucket(from, others, (group, on) =>
    on
      .select({ merchantId: transferAgreements.merchantId, ...LIMITS })
      .from(transferAgreements)
      .where(
        and(
          inArray(transferAgreements.merchantId, idsOf(group)),
          inArray(
            transferAgreements.id,
            group.map(({ id }) => id),
          ),
        ),
      ),
  );
  const limitsOf = new Map(rows.map(({ merchantId, ...limits }) => [merchantId, limits]));
  return sides.flatMap(({ other, ...side }) => {
    // Nodes of Citus commit one after the other: an agreement is there once both sides are.
    const otherLimits = limitsOf.get(other.merchantId);
    return otherLimits ? { ...side, otherLimits } : [];
  });
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const idsOf = (stores: { merchantId: string }[]) => stores.map(({ merchantId }) => merchantId);

/** One store's side of an agreement, with the other store's name and limits. */
export type Agreement = Replayable<Awaited<ReturnType<typeof withOtherLimits>>[number]>;

/** The most agreements on a page. */
const MAX_LISTED = 500;

/** The store's agreements and proposals: active ones first, then proposals, then ended ones, each by the other store's name. */
export const listAgreements = async ({ merchantId }: Ctx): Promise<Agreement[]> =>
  withOtherLimits(
    db(),
    await selectOwnSides(db())
      .where(eq(transferAgreements.merchantId, merchantId))
      .orderBy(
        sql`${transferAgreements.status} = 'ended'`,
        sql`${transferAgreements.status} = 'proposed'`,
        asc(merchants.name),
        asc(transferAgreements.id),
      )
      .limit(MAX_LISTED),
  );

/** The store's side of an agreement. Refuses: not_found. */
export async function readAgreement(
  from: Db | Tx,
  merchantId: string,
  id: string,
): Promise<Agreement> {
  const sides = await selectOwnSides(from).where(
    and(eq(transferAgreements.merchantId, merchantId), eq(transferAgreements.id, id)),
  );
  const [agreement] = await withOtherLimits(from, sides);
  return found(agreement);
}

/** SQL condition: this store's side of an active agreement with the other store. */
export const isActiveBetween = (
  merchantId: SQLWrapper | string,
  otherMerchantId: SQLWrapper | string,
) =>
  and(
    eq(transferAgreements.merchantId, merchantId),
    eq(transferAgreements.otherMerchantId, otherMerchantId),
    eq(transferAgreements.status, "active"),
  );

/** One row of an agreement, as transfers and changes lock it. */
export type AgreementSide = typeof transferAgreements.$inferSelect;

export type BothSides = { mine: AgreementSide; theirs: AgreementSide };

/** Both sides of the agreement of two stores, each from its store's bucket. Null if there never was one. */
export const readSides = (
  from: Db | Tx,
  merchantId: string,
  otherMerchantId: string,
): Promise<BothSides | null> => selectSides(from, [merchantId, otherMerchantId], false);

/** Locks both sides of the agreement of two stores, in the order described at lockCards(). */
export const lockSides = (
  tx: Tx,
  merchantId: string,
  otherMerchantId: string,
): Promise<BothSides | null> => selectSides(tx, [merchantId, otherMerchantId], true);

async function selectSides(
  from: Db | Tx,
  pair: [mine: string, theirs: string],
  lock: boolean,
): Promise<BothSides | null> {
  const stores = pair.toSorted(compare).map((merchantId) => ({ merchantId }));
  const rows = await mapByBucket(from, stores, async (group, on) => {
    const query = on
      .select(getTableColumns(transferAgreements))
      .from(transferAgreements)
      .where(
        and(
          inArray(transferAgreements.merchantId, idsOf(group)),
          inArray(transferAgreements.otherMerchantId, pair),
        ),
      )
      .orderBy(asc(transferAgreements.merchantId));
    return await (lock ? query.for("no key update") : query);
  });
  const [mine, theirs] = pair.map((id) => rows.find(({ merchantId }) => merchantId === id));
  return mine && theirs ? { mine, theirs } : null;
}

/** Locks both sides of an agreement by its id. Null if the store has none with this id. */
export async function lockSidesById(
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<BothSides | null> {
  const [row] = await tx
    .select({ otherMerchantId: transferAgreements.otherMerchantId })
    .from(transferAgreements)
    .where(and(eq(transferAgreements.merchantId, merchantId), eq(transferAgreements.id, id)));
  return row ? await lockSides(tx, merchantId, row.otherMerchantId) : null;
}

/** Changes one side of an agreement, in its store's bucket. */
export const updateSide = (
  tx: Tx,
  { merchantId, id }: Pick<AgreementSide, "merchantId" | "id">,
  change: PgUpdateSetSource<typeof transferAgreements>,
) =>
  switchBucket(tx, { merchantId }, async (on) => {
    await on
      .update(transferAgreements)
      .set(change)
      .where(and(eq(transferAgreements.merchantId, merchantId), eq(transferAgreements.id, id)));
  });
