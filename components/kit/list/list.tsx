import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { type inferParserType, type UseQueryStatesKeysMap, useQueryStates } from "nuqs";
import type { ParserMap } from "nuqs/server";
import type { ReactNode } from "react";
import type { PathOf, ReplyOf } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Section } from "@/components/kit/ui/section";
import { EmptyState, Loaded, LoadMore } from "@/components/kit/ui/states";
import { type Column, Table } from "@/components/kit/ui/table";
import { ListBar, type ListBarProps } from "./list-bar";
import { type ListQuery, type PagePosition, paginationParsers, readList } from "./list-query";
import {
  firstPagePosition,
  type ListResponse,
  Pagination,
  type PaginationState,
  usePagination,
} from "./pagination";
import type { ListUrl } from "./view";

/** A list with its filters and page in the URL. The rows stay until those of another page are loaded. */
export function useList<P extends PathOf<"GET">, Parsers extends ParserMap>(
  list: ListQuery<P, Parsers>,
) {
  const { parsers, offsets } = list;
  const { merchant } = useSession();
  const [urlState, setUrlState] = useQueryStates<UseQueryStatesKeysMap>(
    { ...parsers, ...paginationParsers },
    { history: "push" },
  );
  const { options, place, ...chosen } = readList(list, urlState as PagePosition, merchant);
  const query = useQuery({
    ...options,
    placeholderData: keepPreviousData,
  } as UseQueryOptions<ReplyOf<P>>);
  const steps = usePagination(place, query as ListResponse, (to) =>
    setUrlState(offsets || to.cursor ? to : firstPagePosition),
  );
  const change = (
    changed: { [Name in keyof Parsers]?: inferParserType<Parsers>[Name] | null },
    history: "push" | "replace" = "push",
  ) => void setUrlState({ ...changed, ...firstPagePosition }, { history });
  const url = useListUrl(Object.keys(parsers));
  /** Whether filters, sorting or paging may hide rows. */
  const isNarrowed = url.search !== "" || chosen.page > 1;
  return { ...chosen, query, steps, change, url, isNarrowed };
}

/** What useList() returns for a list of listQuery(). */
export type ListOf<List> =
  List extends ListQuery<infer P, infer Parsers> ? ReturnType<typeof useList<P, Parsers>> : never;

/** The list's part of the page's URL: these parameters, in this order, and the view. */
function useListUrl(names: string[]): ListUrl {
  const pathname = usePathname();
  const parameters = useSearchParams();
  const set = names.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value]];
  });
  const hrefOf = (query: string, viewId?: string) => {
    const next = new URLSearchParams(parameters);
    for (const name of [...names, ...Object.keys(paginationParsers), "view"]) next.delete(name);
    for (const [name, value] of new URLSearchParams(query)) next.set(name, value);
    if (viewId) next.set("view", viewId);
    return next.size > 0 ? `${pathname}?${next}` : pathname;
  };
  return {
    search: new URLSearchParams(set).toString(),
    viewId: parameters.get("view"),
    hrefOf,
  };
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
  /** Shown above the list once something exists. */
  notices?: ReactNode;
  bar?: ListBarProps;
  /** Whether the bar or paging may hide rows. */
  isNarrowed?: boolean;
  /** The empty state if nothing exists yet. Its action is shown instead of the header's. */
  firstUse: { icon: ReactNode; title: string; text: string; action?: ReactNode };
  /** Its `empty` is shown if the filters match nothing. */
  list: ListProps<Page, Row>;
  children?: ReactNode;
};

/** A list page: header, bar and list. `children` are its dialogs. */
export function ListPage<Page, Row>(props: ListPageProps<Page, Row>) {
  const { title, purpose, action, notices, bar, firstUse, list, children } = props;
  const { data } = list.query;
  const isFirst = !props.isNarrowed && data !== undefined && list.rows(data).length === 0;
  const next = firstUse.action ?? action;
  const begin = (
    <EmptyState {...firstUse}>
      {next && <div className="flex flex-wrap justify-center gap-2">{next}</div>}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={title} action={!isFirst && action} {...(isFirst && { purpose })} />
      {!isFirst && notices}
      <section aria-label={title} className="min-w-0">
        {bar && !isFirst && <ListBar {...bar} />}
        <List {...list} empty={isFirst ? begin : <div className="pt-4">{list.empty}</div>} />
      </section>
      {children}
    </>
  );
}
