import {
  infiniteQueryOptions,
  type QueryKey,
  type QueryMeta,
  queryOptions,
  type SkipToken,
} from "@tanstack/react-query";
import type { inferParserType, ParserMap } from "nuqs/server";
import { get, type PathOf, pathWithQuery, type QueryOf, type Url } from "./api";
import type { Session } from "./types";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { url: string };
  }
}

/** `useQuery` options for a GET path. `url` is where the server reads it for a page (app/first-data.tsx). */
export const readOptions = <P extends PathOf<"GET">>(
  queryKey: QueryKey,
  path: P | Url<P>,
  query?: QueryOf<P>,
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => get(path, query, signal),
    meta: { url: pathWithQuery(path, query ?? {}) },
  });

/** `useInfiniteQuery` options for a paginated GET path. */
export const readPagesOptions = <P extends PathOf<"GET">>(
  queryKey: QueryKey,
  path: P | Url<P>,
  query?: QueryOf<P>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      get(path, { ...query, cursor: pageParam } as unknown as QueryOf<P>, signal),
    meta: { url: pathWithQuery(path, query ?? {}) },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { nextCursor: string | null }).nextCursor,
  });

/** A page as its URL opens it. */
export type OpenedPage = {
  merchant: Session["merchant"];
  /** The URL's parameters. */
  chosen: <Parsers extends ParserMap>(parsers: Parsers) => inferParserType<Parsers>;
};

/** Loads the data of a query, or the first page of one with pages. */
export type Load = <Reply>(read: Read<Reply>) => Promise<Reply | undefined>;

/** What a page shows first. `load` gives the data, or undefined if the page has to ask itself. */
export type FirstReads = (page: OpenedPage, load: Load) => Promise<unknown>;

/** What the server needs of `readOptions()`. */
export type Read<Reply> = {
  queryKey: QueryKey;
  queryFn?: ((context: never) => Reply | Promise<Reply>) | SkipToken;
  initialPageParam?: unknown;
  enabled?: unknown;
  meta?: QueryMeta | undefined;
};
