"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "@/components/api";
import type { Batch, BatchWithCards } from "@/components/types";

const workEveryMs = 1_000;
const watchMs = 30_000;

/** How often to ask again: often while somebody is at work. */
export const askEveryMs = (batches: Pick<Batch, "status">[] | undefined) =>
  batches?.some(({ status }) => status !== "ready") ? workEveryMs : watchMs;

/** One batch and how its cards stand, asked for every second while it is being worked on. */
export const useBatch = (id: string) =>
  useQuery({
    queryKey: ["batches", "one", id],
    queryFn: ({ signal }) =>
      get<BatchWithCards>(`/api/v1/batches/${encodeURIComponent(id)}`, undefined, signal),
    refetchInterval: ({ state }) => (state.error ? false : askEveryMs(state.data && [state.data])),
  });

/** Reads again what a change of a batch has touched. */
export function useBatchRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ["batches", "cards"].map((area) => queries.invalidateQueries({ queryKey: [area] })),
    );
}
