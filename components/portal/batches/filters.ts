import { type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FirstReads, readOptions } from "@/components/kit/api/read-options";
import type { Batch } from "@/components/kit/api/types";
import { cardTypes } from "@/components/kit/cards/words";
import { listQuery, noneOf, openList } from "@/components/kit/list/list-query";
import { savedViews } from "@/components/kit/list/view";
import { pollIntervalMs } from "./batch";

export const sorts = ["newest", "oldest"] as const;
export const sources = ["created", "import"] as const;

const filterParsers = {
  q: parseAsString,
  source: parseAsStringLiteral(sources),
  cardType: parseAsStringLiteral(cardTypes),
};
const batchParsers = {
  ...filterParsers,
  sort: parseAsStringLiteral(sorts).withDefault("newest"),
};
export type Filters = inferParserType<typeof batchParsers>;

export const noFilters = noneOf(filterParsers);

export const batchList = listQuery({
  key: ["batches"],
  path: "/api/portal/batches",
  parsers: batchParsers,
  queryOf: ({ sort, ...filters }) => ({ ...filters, sort: sort === "newest" ? null : sort }),
  offsets: true,
  refetchInterval: ({ state }) => (state.error ? false : pollIntervalMs(state.data?.batches)),
});

/** What was sold and redeemed of batches. */
export function batchNumbers(batches: Pick<Batch, "id">[]) {
  const ids = batches.map(({ id }) => id).join(",");
  return {
    ...readOptions(["batches", "numbers", ids], "/api/portal/batches/numbers", { ids }),
    enabled: ids !== "",
  };
}

export const batchesReads: FirstReads = async (page, load) => {
  const views = load(savedViews("batches"));
  const found = await load(openList(batchList, page).options);
  await Promise.all([views, load(batchNumbers(found?.batches ?? []))]);
};
