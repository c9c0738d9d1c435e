import { type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FirstReads, readOptions } from "@/components/kit/api/read-options";
import { movementKinds, transactionStatuses } from "@/components/kit/cards/transaction-words";
import { listQuery, noneOf, openList } from "@/components/kit/list/list-query";
import { endOfDay, isDay, startOfDay } from "@/components/kit/locale/days";
import { currenciesInUse } from "@/components/kit/money/currencies";
import { savedViews } from "@/components/portal/saved-views/view";

/** Filters from the URL. Days are in the store's time zone. */
const filterParsers = {
  type: parseAsStringLiteral(movementKinds),
  status: parseAsStringLiteral(transactionStatuses),
  currency: parseAsString,
  actor: parseAsString,
  from: parseAsString,
  to: parseAsString,
  referenceId: parseAsString,
  cardUuid: parseAsString,
};

export const sorts = ["newest", "oldest"] as const;
export type Sort = (typeof sorts)[number];

const listParsers = {
  ...filterParsers,
  sort: parseAsStringLiteral(sorts).withDefault("newest"),
};

export type Filters = inferParserType<typeof filterParsers>;

export const noFilters = noneOf(filterParsers);

/** The API query: days become timestamps at their start and end in the store's time zone. */
const filterQuery = ({ type, from, to, ...rest }: Filters, timeZone: string) => ({
  ...rest,
  kind: type,
  from: isDay(from) ? startOfDay(from, timeZone) : null,
  to: isDay(to) ? endOfDay(to, timeZone) : null,
});

export const transactionList = listQuery({
  key: ["transactions", "list"],
  path: "/api/portal/transactions",
  parsers: listParsers,
  queryOf: ({ sort, ...filters }, { timeZone }) => ({
    ...filterQuery(filters, timeZone),
    sort: sort === "newest" ? null : sort,
  }),
});

/** The number of transactions in each state under the other filters. */
export function transactionCounts(filters: Filters, { timeZone }: { timeZone: string }) {
  const { status: _status, ...query } = filterQuery(filters, timeZone);
  return readOptions(["transactions", "counts", query], "/api/portal/transactions/counts", query);
}

/** Who made transactions. */
export const actorList = readOptions(["actors"], "/api/portal/transactions/actors");

export const transactionsReads: FirstReads = (page, load) => {
  const { options, filters } = openList(transactionList, page);
  const { sort: _sort, ...counted } = filters;
  return Promise.all([
    load(options),
    load(transactionCounts(counted, page.merchant)),
    load(actorList),
    load(currenciesInUse),
    load(savedViews("transactions")),
  ]);
};
