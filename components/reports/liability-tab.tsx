"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { Books } from "@/components/overview/types";
import { read } from "@/components/queries";
import { useSession } from "@/components/session";
import { Segments } from "@/components/ui/segments";
import { EmptyState, ErrorState, TableSkeleton } from "@/components/ui/states";
import { BooksPanel } from "./books-panel";
import { MonthList } from "./month-list";
import { MonthTable } from "./month-table";

const spans = ["12", "all"] as const;

/** Liability roll-forward by month, and whether the books balance. */
export function LiabilityTab({ currency, books }: { currency: string; books: Books }) {
  const { merchant } = useSession();
  const [span, setSpan] = useQueryState("months", parseAsStringLiteral(spans).withDefault("12"));
  const liability = useQuery({
    ...read(["reports", "liability", currency], "/api/portal/reports/liability", { currency }),
    placeholderData: keepPreviousData,
  });
  if (liability.isError && !liability.data) {
    return <ErrorState query={liability} what="The liability" />;
  }
  if (!liability.data) return <TableSkeleton label="Loading the liability" />;
  const { months, today } = liability.data;
  if (months.length === 0) {
    return (
      <EmptyState
        icon={<Scale aria-hidden />}
        title="Nothing is owed yet"
        text="The first month appears when a card is activated."
      />
    );
  }
  const shown = span === "all" ? months : months.slice(0, 12);
  return (
    <section aria-label="Liability by month" className="grid min-w-0 gap-6">
      <div className="grid min-w-0 gap-2">
        {months.length > 12 && (
          <Segments
            label="Months"
            value={span}
            onValueChange={setSpan}
            options={[
              { value: "12", label: "Last 12 months" },
              { value: "all", label: `All ${months.length}` },
            ]}
          />
        )}
        <MonthTable months={shown} all={months} today={today} currency={currency} />
        <MonthList months={shown} today={today} currency={currency} />
        <p className="text-sm text-subtle">
          Months are the store's: {merchant.timeZone}. A gift that waits to be accepted counts as
          sent, and is owed beside what is on cards; one that comes back counts in the month in
          which it does.
        </p>
      </div>
      <BooksPanel books={books} />
    </section>
  );
}
