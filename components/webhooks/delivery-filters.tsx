"use client";

import { useQueries } from "@tanstack/react-query";
import { url } from "@/components/api";
import { read } from "@/components/queries";
import { FilterChips } from "@/components/ui/filters";
import { DELIVERY_STATUSES } from "@/lib/webhooks/webhook";
import type { DeliveryStatus } from "./types";
import { statusWords } from "./words";

const choices: (DeliveryStatus | null)[] = [null, ...DELIVERY_STATUSES];

type Props = {
  webhookId: string;
  value: DeliveryStatus | null;
  onChange: (status: DeliveryStatus | null) => void;
};

/** Status filter chips, each with its delivery count. */
export function DeliveryFilters({ webhookId, value, onChange }: Props) {
  const counts = useQueries({
    queries: choices.map((status) => ({
      ...read(
        ["deliveries", webhookId, "count", status],
        url("/api/v1/webhooks/{id}/deliveries", { id: webhookId }),
        { status, limit: 1 },
      ),
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
