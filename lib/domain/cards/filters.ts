import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  or,
  type SQL,
  Subquery,
  sql,
} from "drizzle-orm";
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

/** What a search found, in terms of indexes. */
export type CardSearch = {
  term: string;
  cardIds: string[];
  ownerIds: string[];
  batchIds: string[];
  /** Whether there may be more matches than these. */
  isIncomplete: boolean;
};

export type CardFilters = CountableFilters & {
  search?: CardSearch | undefined;
  /** "hidden": without unsold stock, which is inactive cards without an owner. */
  unsold?: "hidden" | undefined;
  /** Whether the expiration date has passed; meant for active cards. */
  expired?: boolean | undefined;
  /** Only frozen cards. */
  frozen?: true | undefined;
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

/** Condition for the merchant's matching cards among cardsToRead(). */
export function conditions(merchantId: string, filters: CardFilters): SQL | undefined {
  const { status, expired, frozen, cardType, ownerEmail, batchId, currency, unsold } = filters;
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
    unsold === "hidden" ? sql`(${cards.status} <> 'inactive' or ${IS_OWNED})` : undefined,
    currency ? eq(cards.currency, currency) : undefined,
    balanceCondition(filters),
    createdCondition(filters),
    expirationCondition(filters),
  );
}

const IS_OWNED = isNotNull(cards.ownerId);

/** Inactive cards that aren't stock, because they have an owner. In the words of an index. */
export const IS_RESERVED = sql`${cards.status} = 'inactive' and ${IS_OWNED}`;

/** The ranges of indexes that make up a merchant's cards without unsold stock, each by id. */
export const CIRCULATING_RANGES: readonly SQL[] = [
  sql`${cards.status} = 'active'`,
  sql`${cards.status} = 'disabled'`,
  IS_RESERVED,
];

/**
 * The cards to look for matches in: all, or those that a search found. Apart from the other conditions (`offset 0`),
 * because in the order of the list the search could read every card of the store.
 */
export function cardsToRead(merchantId: string, { search }: CardFilters): typeof cards {
  if (!search) return cards;
  const isFound = or(
    inArray(cards.id, search.cardIds),
    inArray(cards.ownerId, search.ownerIds),
    inArray(cards.batchId, search.batchIds),
  );
  const which = and(eq(cards.merchantId, merchantId), isFound);
  const found = sql`select * from ${cards} where ${which} offset 0`;
  return new Subquery(found, {}, "cards") as unknown as typeof cards;
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
