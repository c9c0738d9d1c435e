import {
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  type inferParserType,
  parseAsInteger,
  parseAsString,
  type UseQueryStatesKeysMap,
  useQueryStates,
} from "nuqs";
import { type ReactNode, useEffect, useRef } from "react";
import type { PathOf, QueryOf, ReplyOf, Url } from "./api";
import { formatNumber } from "./numbers";
import { readOptions } from "./queries";
import { Button } from "./ui/button";
import { PageHeader } from "./ui/page-header";
import { Section } from "./ui/section";
import { EmptyState, Loaded, LoadMore } from "./ui/states";
import { type Column, Table } from "./ui/table";

const rowsPerPage = 50;

/** Pagination in the URL: the page number for display, the cursor for the API. */
export const paginationParsers = { page: parseAsInteger.withDefault(1), cursor: parseAsString };
export const firstPagePosition = { page: null, cursor: null } as const;

type PagePosition = { page: number; cursor: string | null };

/** The API query. Without a cursor, the page is found by its offset. */
export function paginationQuery({ page, cursor }: PagePosition) {
  if (cursor) return { limit: rowsPerPage, cursor };
  return { limit: rowsPerPage, offset: page > 1 ? (page - 1) * rowsPerPage : null };
}

/** Pagination state, with previous/next handlers (null if not available). */
export type PaginationState = {
  /** 1-based position of the first row shown; null if earlier pages may not be full. */
  first: number | null;
  /** True while the rows of another page are still shown. Their next cursor is not the one of this page. */
  stale: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

/** The last response of the list's query. */
type ListResponse = { data: { nextCursor: string | null } | undefined; isPlaceholderData: boolean };

/** Moves between pages by cursor and remembers the cursors of earlier pages. */
export function usePagination(
  place: PagePosition,
  { data, isPlaceholderData: stale }: ListResponse,
  goTo: (place: { page: number | null; cursor: string | null }) => void,
): PaginationState {
  const cursors = useRef(new Map<number, string | null>());
  const { page, cursor } = place;
  useEffect(() => {
    cursors.current.set(page, cursor);
  }, [page, cursor]);

  const goBack = () => {
    const cursorBefore = cursors.current.get(page - 1) ?? null;
    goTo(page > 2 ? { page: page - 1, cursor: cursorBefore } : firstPagePosition);
  };
  const nextCursor = data?.nextCursor;
  return {
    first: (page - 1) * rowsPerPage + 1,
    stale,
    onPrevious: page > 1 ? goBack : null,
    onNext: nextCursor ? () => goTo({ page: page + 1, cursor: nextCursor }) : null,
  };
}

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
  return { query, steps, filters, change, narrowed, page };
}

type PaginationProps = PaginationState & {
  count: number;
  /** Null if unknown. */
  total: number | null;
};

/** Shows "1–50 of 12,304" or "1–50 and more", with Previous and Next buttons. */
export function Pagination({ first, count, total, stale, onPrevious, onNext }: PaginationProps) {
  const range =
    count === 0 || first === null
      ? formatNumber(count)
      : `${formatNumber(first)}–${formatNumber(first + count - 1)}`;
  const last = onNext || first === null ? null : first + count - 1;
  const whole = total ?? last;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 py-3">
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        {range}
        {whole !== null ? ` of ${formatNumber(whole)}` : onNext ? " and more" : ""}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={!onPrevious} onClick={() => onPrevious?.()}>
          <ChevronLeft aria-hidden /> Previous
        </Button>
        <Button size="sm" disabled={!onNext || stale} onClick={() => onNext?.()}>
          Next <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}

export type ListProps<Page, Row> = {
  query: UseQueryResult<Page>;
  /** Names the rows in an error message, such as "The cards". */
  what: string;
  /** The label of the loading skeleton. */
  loading: string;
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
  const { query, what, loading, steps, total, note, empty, ...table } = props;
  return (
    <Loaded query={query} what={what} loading={loading}>
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
  const { query, what, loading, title, more, empty, note, rows, ...table } = props;
  return (
    <Section title={title}>
      <Loaded query={query} what={what} loading={loading}>
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
