"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "@/components/api";
import type { Platform } from "./types";

const workEveryMs = 2_000;
// What is empty stays queued until it is loaded.
const queueEveryMs = 10_000;
const watchMs = 30_000;

function askEveryMs({ counts, reconcilingSince }: Platform): number {
  if (reconcilingSince !== null) return workEveryMs;
  return counts.queued > 0 ? queueEveryMs : watchMs;
}

/** The shop that the store is connected with, null for none; asked for often while it is at work. */
export const usePlatform = () =>
  useQuery({
    queryKey: ["platform", "connection"],
    queryFn: async ({ signal }) => (await get("/api/portal/platform", undefined, signal)).platform,
    refetchInterval: ({ state }) => (state.error || !state.data ? false : askEveryMs(state.data)),
  });

/** Reads again what a change of the connection, or of a card there, has touched. */
export function usePlatformRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["platform"] });
}
