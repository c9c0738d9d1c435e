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

/** A page's place in the URL: its number for the reader, its cursor for the server. */
export const placeParsers = { page: parseAsInteger.withDefault(1), cursor: parseAsString };
export const firstPlace = { page: null, cursor: null } as const;

type Place = { page: number; cursor: string | null };

/** What the server is asked for. A page reached without its cursor is counted from the start. */
export function placeQuery({ page, cursor }: Place) {
  if (cursor) return { limit: rowsPerPage, cursor };
  return { limit: rowsPerPage, offset: page > 1 ? (page - 1) * rowsPerPage : null };
}

/** Where the page stands in the list, and the ways on from it; null where there is none. */
export type Steps = {
  first: number;
  /** The page before is still shown: what follows it is not what follows this one. */
  stale: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

/** What a list was answered last, as its query tells. */
type Shown = { data: { nextCursor: string | null } | undefined; isPlaceholderData: boolean };

/** Steps through pages by cursor and remembers the way back. */
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

/** The same for a list that knows no offset: a page whose cursor is not known is the first. */
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
  /** 1-based place of the first row shown; null where the pages before it need not be full. */
  first: number | null;
  count: number;
  /** Null while nobody has counted them. */
  total: number | null;
  /** While another page's rows are still shown, nobody can go on from them. */
  stale: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

/** "1–50 of 12,304", or "1–50 and more", and the ways to go on. */
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
  /** Names the rows where they can't be loaded, such as "The cards". */
  what: string;
  /** Said while they are on the way. */
  loading: string;
  caption: string;
  columns: Column<Row>[];
  rows: (page: Page) => Row[];
  rowId: (row: Row) => string;
  /** In place of the table where there are no rows. */
  empty?: ReactNode;
  /** Left out where the list is whole. */
  steps?: Steps;
  total?: (page: Page) => number | null;
  /** Below the table. */
  note?: ReactNode;
};

/** A list as it is read: its error, its skeleton, its rows page by page, or why there are none. */
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
  /** Said until there is something. */
  purpose: string;
  /** In the page's head; before there is anything, with the words for who begins. */
  action?: ReactNode;
  /** What is only there once there is something, beside the action. */
  tools?: ReactNode;
  filters?: ReactNode;
  /** Whether something narrows the list. */
  filtered?: boolean;
  /** For who begins: there is nothing yet. */
  firstUse: FirstUse;
  /** `empty` where its filters match nothing. */
  list: ListProps<Page, Row>;
  children?: ReactNode;
};

/** A page that is a list: its head, its filters, its rows, and what opens on top of it. */
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
