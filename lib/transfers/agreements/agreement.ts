import { and, asc, eq, getTableColumns, inArray, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Ctx } from "../../context";
import { type Db, db, type Tx } from "../../db/client";
import { merchants } from "../../db/schema/merchants";
import { transferAgreements } from "../../db/schema/transfers";
import { found } from "../../errors";
import type { Replayable } from "../../ledger/operation";

const other = alias(transferAgreements, "other_side");

/** A store's limits for transfers with another store, in minor units of the agreement's currency. */
export type AgreementLimits = {
  maxTransferCents: number;
  /** Per UTC day, for each direction. */
  maxDayCents: number;
  /** What each store may owe the other without having paid. */
  maxUnsettledCents: number;
};

const COLUMNS = {
  id: transferAgreements.id,
  status: transferAgreements.status,
  proposedByMe: transferAgreements.proposedByMe,
  otherStore: { name: merchants.name, slug: merchants.slug },
  currency: transferAgreements.currency,
  maxTransferCents: transferAgreements.maxTransferCents,
  maxDayCents: transferAgreements.maxDayCents,
  maxUnsettledCents: transferAgreements.maxUnsettledCents,
  otherLimits: {
    currency: other.currency,
    maxTransferCents: other.maxTransferCents,
    maxDayCents: other.maxDayCents,
    maxUnsettledCents: other.maxUnsettledCents,
  },
  owedToUsCents: transferAgreements.owedToUsCents,
  owedByUsCents: transferAgreements.owedByUsCents,
  proposedAt: transferAgreements.proposedAt,
  acceptedAt: transferAgreements.acceptedAt,
  endedAt: transferAgreements.endedAt,
};

const selectAgreements = (from: Db | Tx) =>
  from
    .select(COLUMNS)
    .from(transferAgreements)
    .innerJoin(merchants, eq(merchants.id, transferAgreements.otherMerchantId))
    .innerJoin(
      other,
      and(
        eq(other.merchantId, transferAgreements.otherMerchantId),
        eq(other.id, transferAgreements.id),
      ),
    );

/** One store's side of an agreement, with the other store's name and limits. */
export type Agreement = Replayable<Awaited<ReturnType<typeof selectAgreements>>[number]>;

/** The most agreements on a page. */
const MAX_LISTED = 500;

/** The store's agreements and proposals: active ones first, then proposals, then ended ones, each by the other store's name. */
export const listAgreements = ({ merchantId }: Ctx): Promise<Agreement[]> =>
  selectAgreements(db())
    .where(eq(transferAgreements.merchantId, merchantId))
    .orderBy(
      sql`${transferAgreements.status} = 'ended'`,
      sql`${transferAgreements.status} = 'proposed'`,
      asc(merchants.name),
      asc(transferAgreements.id),
    )
    .limit(MAX_LISTED);

/** The store's side of an agreement. Refuses: not_found. */
export async function readAgreement(
  from: Db | Tx,
  merchantId: string,
  id: string,
): Promise<Agreement> {
  const [agreement] = await selectAgreements(from).where(
    and(eq(transferAgreements.merchantId, merchantId), eq(transferAgreements.id, id)),
  );
  return found(agreement);
}

/** SQL condition: this store's side of an active agreement with the other store. */
export const isActiveBetween = (merchantId: SQLWrapper | string, otherMerchantId: SQLWrapper) =>
  and(
    eq(transferAgreements.merchantId, merchantId),
    eq(transferAgreements.otherMerchantId, otherMerchantId),
    eq(transferAgreements.status, "active"),
  );

/** One row of an agreement, as transfers and changes lock it. */
export type AgreementSide = typeof transferAgreements.$inferSelect;

export type BothSides = { mine: AgreementSide; theirs: AgreementSide };

/** Both sides of the agreement of two stores. Null if there never was one. `lock` prevents changes. */
export async function readSides(
  from: Db | Tx,
  merchantId: string,
  otherMerchantId: string,
  lock = false,
): Promise<BothSides | null> {
  const pair = [merchantId, otherMerchantId];
  const query = from
    .select(getTableColumns(transferAgreements))
    .from(transferAgreements)
    .where(
      and(
        inArray(transferAgreements.merchantId, pair),
        inArray(transferAgreements.otherMerchantId, pair),
      ),
    )
    .orderBy(asc(transferAgreements.merchantId));
  const rows = await (lock ? query.for("no key update") : query);
  const mine = rows.find((row) => row.merchantId === merchantId);
  const theirs = rows.find((row) => row.merchantId === otherMerchantId);
  return mine && theirs ? { mine, theirs } : null;
}

/** Locks both sides of the agreement of two stores, in the order described at lockCards(). */
export const lockSides = (tx: Tx, merchantId: string, otherMerchantId: string) =>
  readSides(tx, merchantId, otherMerchantId, true);

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

/** Changes one side of an agreement. */
export const updateSide = (
  tx: Tx,
  { merchantId, id }: Pick<AgreementSide, "merchantId" | "id">,
  change: PgUpdateSetSource<typeof transferAgreements>,
) =>
  tx
    .update(transferAgreements)
    .set(change)
    .where(and(eq(transferAgreements.merchantId, merchantId), eq(transferAgreements.id, id)));
