import {
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type inferParserType, type UseQueryStatesKeysMap, useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import type { PathOf, QueryOf, ReplyOf, Url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/queries";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Section } from "@/components/kit/ui/section";
import { EmptyState, Loaded, LoadMore } from "@/components/kit/ui/states";
import { type Column, Table } from "@/components/kit/ui/table";
import {
  firstPagePosition,
  type ListResponse,
  type PagePosition,
  Pagination,
  type PaginationState,
  paginationParsers,
  paginationQuery,
  usePagination,
} from "./pagination";

/** Null for every parameter of the URL: no filter is set. */
export const noneOf = <Parsers extends UseQueryStatesKeysMap>(parsers: Parsers) =>
  Object.fromEntries(Object.keys(parsers).map((name) => [name, null])) as {
    [Name in keyof Parsers]: null;
  };

export const isFiltered = (filters: object) =>
  Object.values(filters).some((value) => value !== null);

type Query<Reply> = UseQueryOptions<Reply, Error, Reply, QueryKey>;

type ListQuery<P extends PathOf<"GET">, Parsers extends UseQueryStatesKeysMap> = Pick<
  Query<ReplyOf<P>>,
  "enabled" | "refetchInterval"
> & {
  key: QueryKey;
  path: P | Url<P>;
  /** The filters as URL parameters. */
  parsers: Parsers;
  /** The API's query for the filters. */
  queryOf: (filters: inferParserType<Parsers>) => QueryOf<P>;
  /** Whether the API also takes an offset. If not, a page without a cursor is the first one. */
  offsets?: true;
};

/** A list with its filters and page in the URL. The rows stay until those of another page are loaded. */
export function useList<P extends PathOf<"GET">, Parsers extends UseQueryStatesKeysMap>(
  list: ListQuery<P, Parsers>,
) {
  const { key, path, parsers, queryOf, offsets, ...options } = list;
  const [shown, setShown] = useQueryStates<UseQueryStatesKeysMap>(
    { ...parsers, ...paginationParsers },
    { history: "push" },
  );
  const { page, cursor, ...values } = shown as PagePosition & Record<string, unknown>;
  const filters = values as inferParserType<Parsers>;
  const place = offsets || cursor ? { page, cursor } : { page: 1, cursor };
  const narrowed = queryOf(filters);
  const asked = { ...narrowed, ...paginationQuery(place) } as unknown as QueryOf<P>;
  const query = useQuery({
    ...readOptions([...key, asked], path, asked),
    placeholderData: keepPreviousData,
    ...options,
  } as Query<ReplyOf<P>>);
  const steps = usePagination(place, query as ListResponse, (to) =>
    setShown(offsets || to.cursor ? to : firstPagePosition),
  );
  const change = (wanted: { [Name in keyof Parsers]?: inferParserType<Parsers>[Name] | null }) =>
    void setShown({ ...wanted, ...firstPagePosition });
  const search = useQueryOf(Object.keys(parsers));
  return { query, steps, filters, change, narrowed, page, search };
}

/** These parameters of the page's URL as a query string, in this order. */
function useQueryOf(names: string[]): string {
  const shown = useSearchParams();
  const set = names.flatMap((name) => {
    const value = shown.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new URLSearchParams(set).toString();
}

export type ListProps<Page, Row> = {
  query: UseQueryResult<Page>;
  caption: string;
  columns: Column<Row>[];
  rows: (page: Page) => Row[];
  rowId: (row: Row) => string;
  /** Shown instead of the table if there are no rows. */
  empty?: ReactNode;
  /** Omitted if the list is not paginated. */
  steps?: PaginationState;
  total?: (page: Page) => number | null;
  /** Shown below the table. */
  note?: ReactNode;
};

/** A list with its error, loading and empty states, its table and its pagination. */
export const List = <Page, Row>(props: ListProps<Page, Row>) => {
  const { query, steps, total, note, empty, ...table } = props;
  return (
    <Loaded query={query}>
      {(page) => {
        const rows = table.rows(page);
        if (rows.length === 0) return empty;
        return (
          <>
            <Table {...table} rows={rows} stale={query.isPlaceholderData} />
            {steps && (
              <Pagination {...steps} count={rows.length} total={total ? total(page) : null} />
            )}
            {note}
          </>
        );
      }}
    </Loaded>
  );
};

type GrowingListProps<Page, Row> = Omit<ListProps<Page, Row>, "query" | "steps" | "total"> & {
  query: UseInfiniteQueryResult<{ pages: Page[] }>;
  title: string;
  /** The label of the button that loads more rows. */
  more: string;
};

/** A section with a list that grows at its end. */
export const GrowingList = <Page, Row>(props: GrowingListProps<Page, Row>) => {
  const { query, title, more, empty, note, rows, ...table } = props;
  return (
    <Section title={title}>
      <Loaded query={query}>
        {({ pages }) => {
          const all = pages.flatMap(rows);
          return all.length === 0 && empty ? empty : <Table {...table} rows={all} />;
        }}
      </Loaded>
      <LoadMore query={query} label={more} />
      {note}
    </Section>
  );
};

type ListPageProps<Page, Row> = {
  title: string;
  /** Subtitle, shown only if nothing exists yet. */
  purpose: string;
  /** Shown in the page header, or in the empty state if nothing exists yet. */
  action?: ReactNode;
  /** Shown next to the action once something exists. */
  tools?: ReactNode;
  filters?: ReactNode;
  /** Whether filters or paging may hide rows. */
  filtered?: boolean;
  /** The empty state if nothing exists yet. */
  firstUse: { icon: ReactNode; title: string; text: string };
  /** Its `empty` is shown if the filters match nothing. */
  list: ListProps<Page, Row>;
  children?: ReactNode;
};

/** A list page: header, filters and list. `children` are its dialogs. */
export function ListPage<Page, Row>(props: ListPageProps<Page, Row>) {
  const { title, purpose, action, tools, filters, firstUse, list, children } = props;
  const { data } = list.query;
  const isFirst = !props.filtered && data !== undefined && list.rows(data).length === 0;
  const begin = (
    <EmptyState {...firstUse}>
      {action && <div className="flex flex-wrap justify-center gap-2">{action}</div>}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={title}
        action={
          !isFirst && (
            <>
              {tools}
              {action}
            </>
          )
        }
        {...(isFirst && { purpose })}
      />
      {!isFirst && filters}
      <section aria-label={title} className="min-w-0">
        <List {...list} empty={isFirst ? begin : list.empty} />
      </section>
      {children}
    </>
  );
}
