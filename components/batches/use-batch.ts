"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { url } from "@/components/api";
import { read } from "@/components/queries";
import type { Batch } from "@/components/types";

const workEveryMs = 1_000;
const watchMs = 30_000;

/** How often to ask again: often while somebody is at work. */
export const askEveryMs = (batches: Pick<Batch, "status">[] | undefined) =>
  batches?.some(({ status }) => status !== "ready") ? workEveryMs : watchMs;

/** One batch and how its cards stand, asked for every second while it is being worked on. */
export const useBatch = (id: string) =>
  useQuery({
    ...read(["batches", "one", id], url("/api/v1/batches/{id}", { id })),
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
