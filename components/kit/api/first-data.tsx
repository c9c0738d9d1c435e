"use client";

import { type DehydratedState, HydrationBoundary, type Query } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useMemo } from "react";
import { useSession } from "./session";

const FRESH_MS = 5_000;

/** `staleTime` of a query, in milliseconds: data that came with the page isn't fetched again when its components mount. */
export const staleTimeOf = ({ state }: Pick<Query, "state">): number =>
  state.dataUpdateCount === 0 ? FRESH_MS : 0;

/** The data of each page as it arrived. The router's cache brings the same object again, when it is older. */
const arrived = new WeakMap<DehydratedState, DehydratedState>();

/** When pages were asked for ahead of a click, by path and query. */
const prefetchedAtMs = new Map<string, number>();
// next.config.ts: the router asks for an older page again.
const MAX_PREFETCH_AGE_MS = 31_000;

const keyOf = (pathname: string, query: URLSearchParams): string => `${pathname}?${query}`;

/** To be called when a page is loaded before it's opened. */
export const notePrefetch = ({ pathname, search }: Pick<Location, "pathname" | "search">) =>
  void prefetchedAtMs.set(keyOf(pathname, new URLSearchParams(search)), Date.now());

/**
 * Dates the data by this browser's clock, because the server's may differ. Data of a page that was loaded ahead of a
 * click may have changed since: it is shown, and fetched again.
 */
function asArrived(state: DehydratedState, page: string): DehydratedState {
  const now = Date.now();
  const aheadAt = prefetchedAtMs.get(page) ?? 0;
  const date =
    now - aheadAt < MAX_PREFETCH_AGE_MS
      ? { dataUpdateCount: 1, dataUpdatedAt: aheadAt }
      : { dataUpdateCount: 0, dataUpdatedAt: now };
  const dated = arrived.get(state) ?? {
    ...state,
    queries: state.queries.map((query) => ({ ...query, state: { ...query.state, ...date } })),
  };
  arrived.set(state, dated);
  return dated;
}

type Props = { state: DehydratedState | null; children: ReactNode };

/** Gives the queries below the data that came with the page. */
export function FirstData({ state, children }: Props) {
  const page = keyOf(usePathname(), useSearchParams());
  const dated = useMemo(() => state && asArrived(state, page), [state, page]);
  return <HydrationBoundary state={dated}>{children}</HydrationBoundary>;
}

/** Like FirstData, with the data of a store, unless another tab has switched to another one. */
export function FirstDataOfStore({ merchantId, state, children }: Props & { merchantId: string }) {
  const { merchant } = useSession();
  return <FirstData state={merchant.id === merchantId ? state : null}>{children}</FirstData>;
}
