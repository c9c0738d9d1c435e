import { and, eq, gt, gte, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { cards } from "../db/schema/cards";
import { consumers } from "../db/schema/consumers";
import { firstIdAt } from "../ids";
import type { CardStatus, CardType } from "../ledger/records";
import { todayOf } from "../merchants/store-time-zone";

/** What the merchant's counters, or a count of what one person or batch has, can answer. */
export type CountedFilters = {
  status?: CardStatus | undefined;
  cardType?: CardType | undefined;
  ownerEmail?: string | undefined;
  batchId?: string | undefined;
};

export type CardFilters = CountedFilters & {
  /** Of active cards, those whose last day is over, or the others. */
  expired?: boolean | undefined;
  /** The end of the code, in upper case. */
  last4?: string | undefined;
  currency?: string | undefined;
  /** An empty card, or one that holds something. */
  balance?: "none" | "any" | undefined;
  /** In minor units, both included. */
  minBalanceCents?: number | undefined;
  maxBalanceCents?: number | undefined;
  /** From this instant on, and before that one. */
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  /** Dates (YYYY-MM-DD), both included; a card without an end is in no range. */
  expiresFrom?: string | undefined;
  expiresTo?: string | undefined;
};

/** Cards by state as the portal shows it. To the API, a card that has expired is active. */
export const BY_STATE = {
  active: { status: "active", expired: false },
  inactive: { status: "inactive" },
  disabled: { status: "disabled" },
  expired: { status: "active", expired: true },
} as const satisfies Record<CardStatus | "expired", CardFilters>;

/** Which of the merchant's cards match. */
export function conditions(merchantId: string, filters: CardFilters): SQL | undefined {
  const { status, expired, cardType, ownerEmail, batchId, last4, currency } = filters;
  return and(
    eq(cards.merchantId, merchantId),
    status ? eq(cards.status, status) : undefined,
    expired === undefined ? undefined : hasExpired(merchantId, expired),
    cardType ? eq(cards.cardType, cardType) : undefined,
    batchId ? eq(cards.batchId, batchId) : undefined,
    ownerEmail
      ? eq(cards.ownerId, sql`(select id from ${consumers} where email = ${ownerEmail})`)
      : undefined,
    last4 ? eq(cards.codeLast4, last4) : undefined,
    currency ? eq(cards.currency, currency) : undefined,
    inBalance(filters),
    created(filters),
    expires(filters),
  );
}

const hasExpired = (merchantId: string, expired: boolean) => {
  const today = todayOf(merchantId);
  return expired
    ? and(isNotNull(cards.expiresOn), sql`${cards.expiresOn} < ${today}`)
    : sql`(${cards.expiresOn} is null or ${cards.expiresOn} >= ${today})`;
};

const inBalance = ({ balance, minBalanceCents, maxBalanceCents }: CardFilters) =>
  and(
    balance === "none" ? eq(cards.balanceCents, 0) : undefined,
    balance === "any" ? gt(cards.balanceCents, 0) : undefined,
    minBalanceCents === undefined ? undefined : gte(cards.balanceCents, minBalanceCents),
    maxBalanceCents === undefined ? undefined : lte(cards.balanceCents, maxBalanceCents),
  );

// The id is made by the app's clock shortly before the row by the database's.
const CLOCKS_APART_MS = 60 * 60 * 1_000;

/** By the row's own time, found by the id that begins with it. */
const created = ({ createdFrom, createdTo }: CardFilters) =>
  and(
    createdFrom && gte(cards.id, firstIdAt(createdFrom.getTime() - CLOCKS_APART_MS)),
    createdFrom && gte(cards.createdAt, createdFrom),
    createdTo && lt(cards.id, firstIdAt(createdTo.getTime() + CLOCKS_APART_MS)),
    createdTo && lt(cards.createdAt, createdTo),
  );

const expires = ({ expiresFrom, expiresTo }: CardFilters) =>
  and(
    expiresFrom || expiresTo ? isNotNull(cards.expiresOn) : undefined,
    expiresFrom ? gte(cards.expiresOn, expiresFrom) : undefined,
    expiresTo ? lte(cards.expiresOn, expiresTo) : undefined,
  );
