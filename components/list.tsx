"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { parseAsInteger, parseAsString } from "nuqs";
import { type ReactNode, useEffect, useRef } from "react";
import { number } from "./numbers";
import { Button } from "./ui/button";
import { PageHeader } from "./ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "./ui/states";
import { type Column, Table } from "./ui/table";

export const rowsPerPage = 50;

/** Pagination in the URL: the page number for display, the cursor for the API. */
export const placeParsers = { page: parseAsInteger.withDefault(1), cursor: parseAsString };
export const firstPlace = { page: null, cursor: null } as const;

type Place = { page: number; cursor: string | null };

/** The API query. Without a cursor, the page is found by its offset. */
export function placeQuery({ page, cursor }: Place) {
  if (cursor) return { limit: rowsPerPage, cursor };
  return { limit: rowsPerPage, offset: page > 1 ? (page - 1) * rowsPerPage : null };
}

/** Pagination state: position of the first row, and previous/next handlers (null if not available). */
export type Steps = {
  first: number;
  /** True while the rows of another page are still shown. Their next cursor is not the one of this page. */
  stale: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

/** The last response of the list's query. */
type Shown = { data: { nextCursor: string | null } | undefined; isPlaceholderData: boolean };

/** Moves between pages by cursor and remembers the cursors of earlier pages. */
export function useSteps(
  place: Place,
  { data, isPlaceholderData: stale }: Shown,
  goTo: (place: { page: number | null; cursor: string | null }) => void,
): Steps {
  const cursors = useRef(new Map<number, string | null>());
  const { page, cursor } = place;
  useEffect(() => {
    cursors.current.set(page, cursor);
  }, [page, cursor]);

  const previous = page - 1;
  const nextCursor = data?.nextCursor;
  return {
    first: (page - 1) * rowsPerPage + 1,
    stale,
    onPrevious:
      page > 1
        ? () =>
            goTo({
              page: previous > 1 ? previous : null,
              cursor: previous > 1 ? (cursors.current.get(previous) ?? null) : null,
            })
        : null,
    onNext: nextCursor ? () => goTo({ page: page + 1, cursor: nextCursor }) : null,
  };
}

/** Like useSteps, for a list without offsets: a page without a cursor is the first one. */
export function useCursorSteps(
  { page, cursor }: Place,
  shown: Shown,
  goTo: (place: { page: number | null; cursor: string | null }) => void,
): Steps {
  return useSteps({ page: cursor ? page : 1, cursor }, shown, (to) =>
    goTo({ page: to.cursor ? to.page : null, cursor: to.cursor }),
  );
}

type PaginationProps = {
  /** 1-based position of the first row shown; null if earlier pages may not be full. */
  first: number | null;
  count: number;
  /** Null if unknown. */
  total: number | null;
  /** True while the rows of another page are still shown. Disables Next. */
  stale: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

/** Shows "1–50 of 12,304" or "1–50 and more", with Previous and Next buttons. */
export function Pagination({ first, count, total, stale, onPrevious, onNext }: PaginationProps) {
  const range =
    count === 0 || first === null ? number(count) : `${number(first)}–${number(first + count - 1)}`;
  const last = onNext || first === null ? null : first + count - 1;
  const whole = total ?? last;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 py-3">
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        {range}
        {whole !== null ? ` of ${number(whole)}` : onNext ? " and more" : ""}
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
  steps?: Steps;
  total?: (page: Page) => number | null;
  /** Shown below the table. */
  note?: ReactNode;
};

/** A list with its error, loading and empty states, its table and its pagination. */
export const List = <Page, Row>(props: ListProps<Page, Row>) => {
  const { query, what, loading, steps, total, note, empty, ...table } = props;
  return (
    <Loaded query={query} what={what} loading={<TableSkeleton label={loading} />}>
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

type FirstUse = { icon: ReactNode; title: string; text: string };

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
  firstUse: FirstUse;
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
