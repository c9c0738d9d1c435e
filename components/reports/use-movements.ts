"use client";

import { useQuery } from "@tanstack/react-query";
import { get } from "@/components/api";
import { endOfDay, startOfDay } from "@/components/days";
import { useSession } from "@/components/session";
import type { MovementCounts } from "@/components/types";

type Span = { from: string; to: string; currency?: string | undefined };

/** Whether nothing moved on these days (YYYY-MM-DD); false while that is not known. */
export function useNothingMoved({ from, to, currency }: Span): boolean {
  const { merchant } = useSession();
  const query = {
    from: startOfDay(from, merchant.timeZone),
    to: endOfDay(to, merchant.timeZone),
    currency: currency ?? null,
  };
  const counts = useQuery({
    queryKey: ["transactions", "counts", query],
    queryFn: ({ signal }) => get<MovementCounts>("/api/portal/transactions/counts", query, signal),
    enabled: from <= to,
  });
  return counts.data?.all === 0;
}
