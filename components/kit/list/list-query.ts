import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import { type inferParserType, type ParserMap, parseAsInteger, parseAsString } from "nuqs/server";
import type { PathOf, QueryOf, ReplyOf, Url } from "@/components/kit/api/api";
import { type OpenedPage, readOptions } from "@/components/kit/api/read-options";
import type { Session } from "@/components/kit/api/types";

/** Null for every parameter of the URL: no filter is set. */
export const noneOf = <Parsers extends ParserMap>(parsers: Parsers) =>
  Object.fromEntries(Object.keys(parsers).map((name) => [name, null])) as {
    [Name in keyof Parsers]: null;
  };

/** Pagination in the URL: the page number for display, the cursor for the API. */
export const paginationParsers = { page: parseAsInteger.withDefault(1), cursor: parseAsString };

export type PagePosition = { page: number; cursor: string | null };

export const rowsPerPage = 50;

/** The page as the API's query. Without a cursor, the page is found by its offset. */
function paginationQuery({ page, cursor }: PagePosition) {
  if (cursor) return { limit: rowsPerPage, cursor };
  return { limit: rowsPerPage, offset: page > 1 ? (page - 1) * rowsPerPage : null };
}

type Query<Reply> = UseQueryOptions<Reply, Error, Reply, QueryKey>;

export type ListQuery<P extends PathOf<"GET">, Parsers extends ParserMap> = Pick<
  Query<ReplyOf<P>>,
  "enabled" | "refetchInterval"
> & {
  key: QueryKey;
  path: P | Url<P>;
  /** The filters as URL parameters. */
  parsers: Parsers;
  /** The API's query for the filters. */
  queryOf: (filters: inferParserType<Parsers>, store: Session["merchant"]) => QueryOf<P>;
  /** Whether the API also takes an offset. If not, a page without a cursor is the first one. */
  offsets?: true;
};

/** Defines a list. The page and the server, for the first HTML, read it with the same query. */
export const listQuery = <P extends PathOf<"GET">, Parsers extends ParserMap>(
  list: ListQuery<P, Parsers>,
) => list;

/** What a list reads for the filters and the page in the URL. `narrowed` is the API's query for the filters alone. */
export function readList<P extends PathOf<"GET">, Parsers extends ParserMap>(
  { key, path, parsers: _, queryOf, offsets, ...polling }: ListQuery<P, Parsers>,
  { page, cursor, ...values }: PagePosition & Record<string, unknown>,
  store: Session["merchant"],
) {
  const filters = values as inferParserType<Parsers>;
  const place = offsets || cursor ? { page, cursor } : { page: 1, cursor };
  const narrowed = queryOf(filters, store);
  const pageQuery = { ...narrowed, ...paginationQuery(place) } as unknown as QueryOf<P>;
  const options = { ...readOptions([...key, pageQuery], path, pageQuery), ...polling };
  return { page, filters, place, narrowed, options };
}

/** What a list reads when its page is opened. */
export const openList = <P extends PathOf<"GET">, Parsers extends ParserMap>(
  list: ListQuery<P, Parsers>,
  { chosen, merchant }: OpenedPage,
) => readList(list, chosen({ ...list.parsers, ...paginationParsers }) as PagePosition, merchant);
