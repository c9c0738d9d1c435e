"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { url } from "@/components/api";
import { read } from "@/components/queries";
import type { Webhook } from "./types";

/** Polling interval for changes made elsewhere. */
export const watchMs = 10_000;

const always = () => watchMs;

/** One webhook with its health. Refetches after `pauseMs(known)` milliseconds. */
export const useWebhook = (id: string, pauseMs: (known?: Webhook) => number = always) =>
  useQuery({
    ...read(["webhook", id], url("/api/portal/webhooks/{id}", { id })),
    refetchInterval: (query) => (query.state.error ? false : pauseMs(query.state.data)),
  });

/** Refetches everything that shows this webhook. Resolves when its own page is up to date. */
export function useWebhookRefresh(id: string) {
  const queries = useQueryClient();
  return useCallback(async () => {
    void queries.invalidateQueries({ queryKey: ["webhooks"] });
    void queries.invalidateQueries({ queryKey: ["deliveries", id] });
    await queries.invalidateQueries({ queryKey: ["webhook", id] });
  }, [queries, id]);
}
