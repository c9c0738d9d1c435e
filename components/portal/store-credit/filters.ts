import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FirstReads, readOptions } from "@/components/kit/api/read-options";
import { listQuery, noneOf, openList } from "@/components/kit/list/list-query";
import { currenciesInUse } from "@/components/kit/money/currencies";

export const views = ["balances", "issued"] as const;
export const viewParser = parseAsStringLiteral(views).withDefault("balances");

const filterParsers = { q: parseAsString, currency: parseAsString };
export const noFilters = noneOf(filterParsers);

export const walletList = listQuery({
  key: ["store-credit", "list"],
  path: "/api/portal/store-credit",
  parsers: filterParsers,
  queryOf: (filters) => filters,
});

export const issuedList = listQuery({
  key: ["transactions", "list"],
  path: "/api/portal/transactions",
  parsers: {},
  queryOf: () => ({ account: "store_credit" }),
});

export const creditTotals = readOptions(
  ["store-credit", "totals"],
  "/api/portal/store-credit/totals",
);

export const storeCreditReads: FirstReads = (page, load) => {
  const isIssued = page.chosen({ view: viewParser }).view === "issued";
  return Promise.all([
    load(creditTotals),
    ...(isIssued
      ? [load(openList(issuedList, page).options)]
      : [load(openList(walletList, page).options), load(currenciesInUse)]),
  ]);
};
