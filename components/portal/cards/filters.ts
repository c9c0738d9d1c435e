import {
  type inferParserType,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { type FirstReads, readOptions } from "@/components/kit/api/read-options";
import { cardStateNames, cardTypes } from "@/components/kit/cards/words";
import { listQuery, noneOf, openList } from "@/components/kit/list/list-query";
import { endOfDay, formatDate, isDay, startOfDay, todayIn } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { currenciesInUse } from "@/components/kit/money/currencies";
import { formatMoney } from "@/components/kit/money/money";
import { savedViews } from "@/components/portal/saved-views/view";
import { isCurrency } from "@/lib/base/money";

export const cardSorts = ["newest", "oldest", "expiring", "expiring_last"] as const;

/** Filters as URL parameters. Days are in the store's time zone, amounts in minor units. */
const filterParsers = {
  status: parseAsStringLiteral(cardStateNames),
  cardType: parseAsStringLiteral(cardTypes),
  currency: parseAsString,
  ownerEmail: parseAsString,
  last4: parseAsString,
  batchId: parseAsString,
  balance: parseAsStringLiteral(["none", "any"]),
  min: parseAsInteger,
  max: parseAsInteger,
  createdFrom: parseAsString,
  createdTo: parseAsString,
  expiresFrom: parseAsString,
  expiresTo: parseAsString,
};

const listingParsers = {
  ...filterParsers,
  sort: parseAsStringLiteral(cardSorts).withDefault("newest"),
};

export type Filters = inferParserType<typeof filterParsers>;
export type Sort = (typeof cardSorts)[number];
export type ListingOptions = Filters & { sort: Sort };

export const noFilters = noneOf(filterParsers);

type Store = { timeZone: string; currency: string };

/** The API query. Balances are in one currency; creation days become timestamps in the store's time zone. */
function listingQuery<Part extends Omit<ListingOptions, "status">>(listing: Part, store: Store) {
  const { min, max, createdFrom, createdTo, expiresFrom, expiresTo, sort, ...rest } = listing;
  const compares = min !== null || max !== null;
  const currency = rest.currency && isCurrency(rest.currency) ? rest.currency : null;
  return {
    ...rest,
    currency: currency ?? (compares ? store.currency : null),
    sort: sort === "newest" ? null : sort,
    minBalanceCents: min,
    maxBalanceCents: max,
    createdFrom: isDay(createdFrom) ? startOfDay(createdFrom, store.timeZone) : null,
    createdTo: isDay(createdTo) ? endOfDay(createdTo, store.timeZone) : null,
    expiresFrom: isDay(expiresFrom) ? expiresFrom : null,
    expiresTo: isDay(expiresTo) ? expiresTo : null,
  };
}

export const cardList = listQuery({
  key: ["cards"],
  path: "/api/portal/cards",
  parsers: listingParsers,
  queryOf: listingQuery,
  offsets: true,
});

/** The number of cards in each state under the other filters. */
export function cardCounts({ status: _status, ...listing }: ListingOptions, store: Store) {
  const { sort, ...query } = listingQuery(listing, store);
  return {
    ...readOptions(["cards", "count", query], "/api/portal/cards/counts", query),
    // That order leaves out cards without an expiration date.
    enabled: !isByExpiration(sort ?? "newest"),
  };
}

export const cardsReads: FirstReads = (page, load) => {
  const { options, filters } = openList(cardList, page);
  return Promise.all([
    load(options),
    load(cardCounts(filters, page.merchant)),
    load(currenciesInUse),
    load(savedViews("cards")),
  ]);
};

export const withConsequences = (
  listing: ListingOptions,
  change: Partial<ListingOptions>,
  store: Store,
): Partial<ListingOptions> => ({
  ...currencyConsequences(listing, change),
  ...expiryConsequences(listing, change, store),
  ...change,
});

function currencyConsequences(
  listing: ListingOptions,
  change: Partial<ListingOptions>,
): Partial<ListingOptions> {
  const isAnother = change.currency !== undefined && change.currency !== listing.currency;
  return isAnother && change.min === undefined ? { min: null, max: null } : {};
}

export const isByExpiration = (sort: Sort) => sort === "expiring" || sort === "expiring_last";

/** Sorting by expiration starts today. Another sort order or the status "expired" clears that date. */
function expiryConsequences(
  listing: ListingOptions,
  change: Partial<ListingOptions>,
  store: Store,
): Partial<ListingOptions> {
  const today = todayIn(store.timeZone);
  const { sort, status } = { ...listing, ...change };
  const begins = isByExpiration(sort) && status !== "expired";
  const isBegun = listing.expiresFrom === today && listing.expiresTo === null;
  const isOpen = listing.expiresFrom === null && listing.expiresTo === null;
  if (change.sort && begins && isOpen) return { expiresFrom: today };
  return isBegun && !begins && isByExpiration(listing.sort) ? { expiresFrom: null } : {};
}

/** "from May 3, 2026", "until May 9, 2026", "May 3, 2026 – May 9, 2026"; null for no range. */
export function daysInWords(
  t: Translate<"cards">,
  from: string | null,
  to: string | null,
): string | null {
  const [first, last] = [isDay(from) ? formatDate(from) : null, isDay(to) ? formatDate(to) : null];
  if (first && last) return first === last ? first : `${first} – ${last}`;
  if (first) return t("filters.fromDay", { date: first });
  return last ? t("filters.untilDay", { date: last }) : null;
}

/** "empty", "not empty", "$10.00 – $50.00", "$10.00 or more"; null for any balance. */
export function balanceInWords(
  t: Translate<"cards">,
  { balance, min, max }: Pick<Filters, "balance" | "min" | "max">,
  currency: string,
): string | null {
  if (balance) return t(balance === "none" ? "filters.balanceNone" : "filters.balanceSome");
  const [least, most] = [min, max].map((cents) =>
    cents === null ? null : formatMoney(cents, currency),
  );
  if (least && most) return `${least} – ${most}`;
  if (least) return t("filters.balanceAtLeast", { amount: least });
  return most ? t("filters.balanceAtMost", { amount: most }) : null;
}
