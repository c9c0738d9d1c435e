"use client";

import { useQueries } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useId, useState } from "react";
import { get } from "@/components/api";
import { useSession } from "@/components/session";
import {
  type TransactionPage,
  type TransactionStatus,
  transactionStatuses,
  transactionTypes,
} from "@/components/types";
import { Button } from "@/components/ui/button";
import { FilterChips } from "@/components/ui/filter-chips";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type Filters, filterQuery, noFilters } from "./filters";
import { movementStates, movementWords } from "./words";

type Props = { filters: Filters; onChange: (change: Partial<Filters>) => void };

const states: (TransactionStatus | null)[] = [null, ...transactionStatuses];
const anyType = "any";
const compact = "md:h-8 md:text-sm";

/** State as chips with counts; type, days and reference beside them. */
export function TransactionFilters({ filters, onChange }: Props) {
  const { merchant } = useSession();
  const counts = useQueries({
    queries: states.map((status) => {
      const query = { ...filterQuery({ ...filters, status }, merchant.timeZone), limit: 1 };
      return {
        queryKey: ["transactions", "count", query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          get<TransactionPage>("/api/v1/transactions", query, signal),
      };
    }),
  });
  const filtered = Object.values(filters).some((value) => value !== null);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FilterChips
        label="Status"
        value={filters.status}
        onValueChange={(status) => onChange({ status })}
        options={states.map((status, index) => ({
          value: status,
          label: status ? movementStates[status].word : "All",
          count: counts[index]?.data?.total,
        }))}
      />
      <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
        <Select
          aria-label="Type"
          className={`col-span-2 md:w-44 ${compact}`}
          value={filters.type ?? anyType}
          onValueChange={(value) =>
            onChange({ type: transactionTypes.find((type) => type === value) ?? null })
          }
          options={[
            { value: anyType, label: "Any type" },
            ...transactionTypes.map((type) => ({ value: type, label: movementWords[type].word })),
          ]}
        />
        <Day label="From" value={filters.from} onChange={(from) => onChange({ from })} />
        <Day label="To" value={filters.to} onChange={(to) => onChange({ to })} />
        <ReferenceFilter
          key={filters.referenceId}
          value={filters.referenceId}
          onChange={(referenceId) => onChange({ referenceId })}
        />
        {filtered && (
          <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}

type DayProps = { label: string; value: string | null; onChange: (day: string | null) => void };

function Day({ label, value, onChange }: DayProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-2 max-md:grid max-md:gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className={`min-w-0 md:w-36 ${compact}`}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </div>
  );
}

type ReferenceProps = { value: string | null; onChange: (reference: string | null) => void };

function ReferenceFilter({ value, onChange }: ReferenceProps) {
  const [typed, setTyped] = useState(value ?? "");
  return (
    <form
      method="post"
      className="relative col-span-2 md:w-56"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim() || null);
      }}
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        data-search
        aria-label="Reference"
        placeholder="Reference"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={255}
        className={`pl-8 ${compact}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
