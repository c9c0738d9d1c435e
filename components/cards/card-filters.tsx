"use client";

import { useQueries } from "@tanstack/react-query";
import { get } from "@/components/api";
import {
  type CardPage,
  type CardStatus,
  type CardType,
  cardStatuses,
  cardTypes,
} from "@/components/types";
import { FilterChips } from "@/components/ui/filter-chips";
import { Select } from "@/components/ui/select";
import { cardStates, cardTypeWords } from "./words";

type Filters = {
  status: CardStatus | null;
  cardType: CardType | null;
  ownerEmail: string | null;
};

type Props = { filters: Filters; onChange: (change: Partial<Filters>) => void };

const choices = [null, ...cardStatuses];
const anyType = "any";

/** Chips with counts for the state, a list for the type. */
export function CardFilters({ filters, onChange }: Props) {
  const counts = useQueries({
    queries: choices.map((status) => {
      const query = { ...filters, status, limit: 1 };
      return {
        queryKey: ["cards", "count", query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          get<CardPage>("/api/v1/cards", query, signal),
      };
    }),
  });

  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <FilterChips
        label="Status"
        value={filters.status}
        onValueChange={(status) => onChange({ status })}
        options={choices.map((status, index) => ({
          value: status,
          label: status ? cardStates[status].word : "All",
          count: counts[index]?.data?.total,
        }))}
      />
      <Select
        aria-label="Card type"
        className="w-44 md:h-8 md:text-sm"
        value={filters.cardType ?? anyType}
        onValueChange={(value) =>
          onChange({ cardType: cardTypes.find((type) => type === value) ?? null })
        }
        options={[
          { value: anyType, label: "Any type" },
          ...cardTypes.map((type) => ({ value: type, label: cardTypeWords[type] })),
        ]}
      />
    </div>
  );
}
