"use client";

import { type DehydratedState, HydrationBoundary, type Query } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useSession } from "./session";

const FRESH_MS = 5_000;

/** `staleTime` of a query, in milliseconds: data that came with the page isn't fetched again when its components mount. */
export const staleTimeOf = ({ state }: Pick<Query, "state">): number =>
  state.dataUpdateCount === 0 ? FRESH_MS : 0;

/** The data of each page as it arrived. The router's cache brings the same object again, when it is older. */
const arrived = new WeakMap<DehydratedState, DehydratedState>();

/** Dates the data by this browser's clock, because the server's may differ. */
function asArrived(state: DehydratedState): DehydratedState {
  const now = { dataUpdateCount: 0, dataUpdatedAt: Date.now() };
  const dated = arrived.get(state) ?? {
    ...state,
    queries: state.queries.map((query) => ({ ...query, state: { ...query.state, ...now } })),
  };
  arrived.set(state, dated);
  return dated;
}

type Props = {
  /** The store that the data is of. */
  merchantId: string;
  state: DehydratedState;
  children: ReactNode;
};

/** Gives the queries below the data that came with the page, unless another tab has switched to another store. */
export function FirstData({ merchantId, state, children }: Props) {
  const { merchant } = useSession();
  const isOfStore = merchant.id === merchantId;
  const dated = useMemo(() => (isOfStore ? asArrived(state) : null), [state, isOfStore]);
  return <HydrationBoundary state={dated}>{children}</HydrationBoundary>;
}
