"use client";

import { useQuery } from "@tanstack/react-query";
import { endOfDay, startOfDay } from "@/components/days";
import { read } from "@/components/queries";
import { useSession } from "@/components/session";

type Span = { from: string; to: string; currency?: string | undefined };

/** True if there were no transactions on these days (YYYY-MM-DD); false until that is known. */
export function useNothingMoved({ from, to, currency }: Span): boolean {
  const { merchant } = useSession();
  const query = {
    from: startOfDay(from, merchant.timeZone),
    to: endOfDay(to, merchant.timeZone),
    currency: currency ?? null,
  };
  const counts = useQuery({
    ...read(["transactions", "counts", query], "/api/portal/transactions/counts", query),
    enabled: from <= to,
  });
  return counts.data?.all === 0;
}
