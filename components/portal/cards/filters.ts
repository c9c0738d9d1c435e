import {
  type inferParserType,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { type FirstReads, readOptions } from "@/components/kit/api/read-options";
import type { Session } from "@/components/kit/api/types";
import { cardTypes, shownStateNames } from "@/components/kit/cards/words";
import { listQuery, noneOf, openList } from "@/components/kit/list/list-query";
import { savedViews } from "@/components/kit/list/view";
import { daysOf, instantsOf } from "@/components/kit/locale/day-ranges";
import { todayIn } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { currenciesInUse } from "@/components/kit/money/currencies";
import { formatMoney } from "@/components/kit/money/money";
import { isCurrency } from "@/lib/base/money";

export const cardSorts = [
  "newest",
  "oldest",
  "last_used",
  "expiring",
  "expiring_last",
  "highest",
  "lowest",
] as const;

/** Sorting by balance is available for lists that aren't longer. */
const maxSortedByBalance = 20_000;

const isByBalance = (sort: Sort) => sort === "highest" || sort === "lowest";

/** The orders of a list with this number of cards; null or undefined if it is unknown. */
export const sortsFor = (count: number | null | undefined) =>
  cardSorts.filter((sort) => !isByBalance(sort) || (count ?? Infinity) <= maxSortedByBalance);

/** Filters as URL parameters. Days are in the store's time zone, and may name a range; amounts are in minor units. */
const filterParsers = {
  search: parseAsString,
  /** Unsold stock is hidden without this parameter, if nothing is chosen that it belongs to. */
  unsold: parseAsStringLiteral(["shown"]),
  status: parseAsStringLiteral(shownStateNames),
  cardType: parseAsStringLiteral(cardTypes),
  currency: parseAsString,
  ownerEmail: parseAsString,
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

type Store = Pick<Session["merchant"], "timeZone" | "clockOffsetMs" | "currency">;

const hidesUnsold = ({ search, unsold, status, batchId }: Partial<ListingOptions>) =>
  !(search || unsold || status || batchId);

/** Which of the counts is that of the list, apart from filters that aren't counted. */
export const shownState = (listing: ListingOptions) =>
  listing.status ?? (hidesUnsold(listing) ? "circulating" : "all");

/** The listing with only those filters by which cards are counted. */
export const countable = ({
  search,
  unsold,
  status,
  cardType,
  ownerEmail,
  batchId,
}: ListingOptions): ListingOptions => ({
  ...noFilters,
  sort: "newest",
  search,
  unsold,
  status,
  cardType,
  ownerEmail,
  batchId,
});

/** The API query. Balances are in one currency; creation days become timestamps in the store's time zone. */
function listingQuery<Part extends Omit<ListingOptions, "status">>(listing: Part, store: Store) {
  const { min, max, createdFrom, createdTo, expiresFrom, expiresTo, sort, unsold, ...rest } =
    listing;
  const compares = min !== null || max !== null || isByBalance(sort);
  const currency = rest.currency && isCurrency(rest.currency) ? rest.currency : null;
  const created = instantsOf({ from: createdFrom, to: createdTo }, store);
  const expires = daysOf({ from: expiresFrom, to: expiresTo }, store);
  return {
    ...rest,
    unsold: hidesUnsold(listing) ? ("hidden" as const) : null,
    currency: currency ?? (compares ? store.currency : null),
    sort: sort === "newest" ? null : sort,
    minBalanceCents: min,
    maxBalanceCents: max,
    createdFrom: created.from,
    createdTo: created.to,
    expiresFrom: expires.first,
    expiresTo: expires.last,
  };
}

export const cardList = listQuery({
  key: ["cards"],
  path: "/api/portal/cards",
  parsers: listingParsers,
  queryOf: listingQuery,
  offsets: true,
});

/** The built-in views of the list of cards, by the name of their text. */
export const cardViews = {
  circulating: "",
  all: "unsold=shown",
  active: "status=active",
  withBalance: "balance=any",
  expiringSoon: "status=active&expiresFrom=next-30-days&sort=expiring",
  frozen: "status=frozen",
} as const;

/** The number of cards in each state under the other filters. */
export function cardCounts({ status: _status, ...listing }: ListingOptions, store: Store) {
  const { sort, unsold: _unsold, ...query } = listingQuery(listing, store);
  return {
    ...readOptions(["cards", "count", query], "/api/portal/cards/counts", query),
    // These orders leave out cards.
    enabled: !isByExpiration(sort ?? "newest") && sort !== "last_used",
  };
}

export const cardsReads: FirstReads = (page, load) => {
  const { filters, options } = openList(cardList, page);
  return Promise.all([
    load(options),
    load(cardCounts(countable(filters), page.merchant)),
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
