"use client";

import { useQueries } from "@tanstack/react-query";
import { get } from "@/components/api";
import { FilterChips } from "@/components/ui/filter-chips";
import { DELIVERY_STATUSES } from "@/lib/webhooks/webhook";
import type { DeliveryPage, DeliveryStatus } from "./types";
import { statusWords } from "./words";

const choices: (DeliveryStatus | null)[] = [null, ...DELIVERY_STATUSES];

type Props = {
  webhookId: string;
  value: DeliveryStatus | null;
  onChange: (status: DeliveryStatus | null) => void;
};

/** The statuses as chips, each with its number of deliveries. */
export function DeliveryFilters({ webhookId, value, onChange }: Props) {
  const counts = useQueries({
    queries: choices.map((status) => ({
      queryKey: ["deliveries", webhookId, "count", status],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        get<DeliveryPage>(`/api/v1/webhooks/${webhookId}/deliveries`, { status, limit: 1 }, signal),
    })),
  });
  return (
    <FilterChips
      label="Status"
      value={value}
      onValueChange={onChange}
      options={choices.map((status, index) => ({
        value: status,
        label: status ? statusWords[status] : "All",
        count: counts[index]?.data?.total,
      }))}
    />
  );
}
