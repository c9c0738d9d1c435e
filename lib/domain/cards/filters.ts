import { and, eq, gt, gte, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { firstIdAt } from "@/lib/base/ids";
import { cards } from "@/lib/db/schema/cards";
import { consumers } from "@/lib/db/schema/consumers";
import { storeTodaySql } from "@/lib/domain/stores/store-time-zone";
import type { CardStatus, CardType } from "@/lib/ledger/post/records";

/** Filters that the merchant's counters can answer, or a count of one owner's or one batch's cards. */
export type CountableFilters = {
  status?: CardStatus | undefined;
  cardType?: CardType | undefined;
  ownerEmail?: string | undefined;
  batchId?: string | undefined;
};

export type CardFilters = CountableFilters & {
  /** Whether the expiration date has passed; meant for active cards. */
  expired?: boolean | undefined;
  /** Only frozen cards. */
  frozen?: true | undefined;
  /** The last 4 characters of the code, in upper case. */
  last4?: string | undefined;
  currency?: string | undefined;
  /** "none": the balance is 0. "any": the balance is above 0. */
  balance?: "none" | "any" | undefined;
  /** Balance range in minor units, inclusive. */
  minBalanceCents?: number | undefined;
  maxBalanceCents?: number | undefined;
  /** Creation time: `createdFrom` is inclusive, `createdTo` exclusive. */
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  /** Dates (YYYY-MM-DD), inclusive. Cards that never expire don't match. */
  expiresFrom?: string | undefined;
  expiresTo?: string | undefined;
};

/** Filters by state in the portal. In the API, an expired or frozen card is active. */
export const STATE_FILTERS = {
  active: { status: "active", expired: false },
  inactive: { status: "inactive" },
  disabled: { status: "disabled" },
  expired: { status: "active", expired: true },
  frozen: { status: "active", frozen: true },
} as const satisfies Record<CardStatus | "expired" | "frozen", CardFilters>;

/** Condition for the merchant's matching cards. */
export function conditions(merchantId: string, filters: CardFilters): SQL | undefined {
  const { status, expired, frozen, cardType, ownerEmail, batchId, last4, currency } = filters;
  return and(
    eq(cards.merchantId, merchantId),
    status ? eq(cards.status, status) : undefined,
    expired === undefined ? undefined : hasExpired(merchantId, expired),
    frozen ? isNotNull(cards.frozenReason) : undefined,
    cardType ? eq(cards.cardType, cardType) : undefined,
    batchId ? eq(cards.batchId, batchId) : undefined,
    ownerEmail
      ? eq(cards.ownerId, sql`(select id from ${consumers} where email = ${ownerEmail})`)
      : undefined,
    last4 ? eq(cards.codeLast4, last4) : undefined,
    currency ? eq(cards.currency, currency) : undefined,
    balanceCondition(filters),
    createdCondition(filters),
    expirationCondition(filters),
  );
}

const hasExpired = (merchantId: string, expired: boolean) => {
  const today = storeTodaySql(merchantId);
  return expired
    ? and(isNotNull(cards.expiresOn), sql`${cards.expiresOn} < ${today}`)
    : sql`(${cards.expiresOn} is null or ${cards.expiresOn} >= ${today})`;
};

const balanceCondition = ({ balance, minBalanceCents, maxBalanceCents }: CardFilters) =>
  and(
    balance === "none" ? eq(cards.balanceCents, 0) : undefined,
    balance === "any" ? gt(cards.balanceCents, 0) : undefined,
    minBalanceCents === undefined ? undefined : gte(cards.balanceCents, minBalanceCents),
    maxBalanceCents === undefined ? undefined : lte(cards.balanceCents, maxBalanceCents),
  );

// The id has the app's time and created_at the database's: this allows for clock skew.
const MAX_CLOCK_SKEW_MS = 60 * 60 * 1_000;

/** Filters by created_at. Ids start with a timestamp, so an id range lets the query use the index. */
const createdCondition = ({ createdFrom, createdTo }: CardFilters) =>
  and(
    createdFrom && gte(cards.id, firstIdAt(createdFrom.getTime() - MAX_CLOCK_SKEW_MS)),
    createdFrom && gte(cards.createdAt, createdFrom),
    createdTo && lt(cards.id, firstIdAt(createdTo.getTime() + MAX_CLOCK_SKEW_MS)),
    createdTo && lt(cards.createdAt, createdTo),
  );

const expirationCondition = ({ expiresFrom, expiresTo }: CardFilters) =>
  and(
    expiresFrom || expiresTo ? isNotNull(cards.expiresOn) : undefined,
    expiresFrom ? gte(cards.expiresOn, expiresFrom) : undefined,
    expiresTo ? lte(cards.expiresOn, expiresTo) : undefined,
  );
