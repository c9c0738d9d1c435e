"use client";

import { parseAsInteger, parseAsString } from "nuqs";
import { useEffect, useRef } from "react";

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
