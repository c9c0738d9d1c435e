"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { url } from "@/components/api";
import { read } from "@/components/queries";
import type { Webhook } from "./types";

/** How often what happens elsewhere is looked for while a page is open. */
export const watchMs = 10_000;

const always = () => watchMs;

/** One webhook with how it did, read again after the ms that `pauseMs` tells of what is known. */
export const useWebhook = (id: string, pauseMs: (known?: Webhook) => number = always) =>
  useQuery({
    ...read(["webhook", id], url("/api/portal/webhooks/{id}", { id })),
    refetchInterval: (query) => (query.state.error ? false : pauseMs(query.state.data)),
  });

/** Reads again what a change of one webhook has touched; resolves when its page shows it. */
export function useWebhookRefresh(id: string) {
  const queries = useQueryClient();
  return useCallback(async () => {
    void queries.invalidateQueries({ queryKey: ["webhooks"] });
    void queries.invalidateQueries({ queryKey: ["deliveries", id] });
    await queries.invalidateQueries({ queryKey: ["webhook", id] });
  }, [queries, id]);
}
