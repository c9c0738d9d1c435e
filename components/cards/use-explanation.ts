"use client";

import { useQuery } from "@tanstack/react-query";
import { get } from "@/components/api";
import type { Explanation } from "@/components/types";

/** What a change of a card was part of, and what it told the store's webhooks. */
export const useExplanation = (uuid: string, sequence: number) =>
  useQuery({
    queryKey: ["history", uuid, "told", sequence],
    queryFn: ({ signal }) =>
      get<Explanation>(`/api/portal/cards/${uuid}/history/${sequence}`, undefined, signal),
  });
