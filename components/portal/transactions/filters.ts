import { type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FirstReads, readOptions } from "@/components/kit/api/read-options";
import { movementKinds, transactionStatuses } from "@/components/kit/cards/transaction-words";
import { listQuery, noneOf, openList } from "@/components/kit/list/list-query";
import { savedViews } from "@/components/kit/list/view";
import { instantsOf } from "@/components/kit/locale/day-ranges";
import { currenciesInUse } from "@/components/kit/money/currencies";

/** Filters from the URL. Days are in the store's time zone, and may name a range. */
const filterParsers = {
  search: parseAsString,
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
export const transactionList = listQuery({
  key: ["transactions", "list"],
  path: "/api/portal/transactions",
  parsers: listParsers,
  queryOf: ({ sort, type, from, to, ...rest }, store) => ({
    ...rest,
    kind: type,
    ...instantsOf({ from, to }, store),
    sort: sort === "newest" ? null : sort,
  }),
});

/** The built-in views of the list of transactions, by the name of their text. */
export const transactionViews = {
  all: "",
  issued: "type=load",
  redeemed: "type=spend",
  refunded: "type=refund",
  pending: "status=pending",
} as const;

/** Who made transactions. */
export const actorList = readOptions(["actors"], "/api/portal/transactions/actors");

export const transactionsReads: FirstReads = (page, load) =>
  Promise.all([
    load(openList(transactionList, page).options),
    load(actorList),
    load(currenciesInUse),
    load(savedViews("transactions")),
  ]);
