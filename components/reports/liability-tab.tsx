import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { readOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import type { Overview } from "@/components/types";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/format";
import { Segments } from "@/components/ui/segments";
import { EmptyState, NotLoaded } from "@/components/ui/states";
import { BooksPanel } from "./books-panel";
import { type Figure, figuresOf, type Month, monthWords } from "./months";

const spans = ["12", "all"] as const;

export function LiabilityTab({ currency, books }: { currency: string; books: Overview["books"] }) {
  const { merchant } = useSession();
  const [span, setSpan] = useQueryState("months", parseAsStringLiteral(spans).withDefault("12"));
  const liability = useQuery({
    ...readOptions(["reports", "liability", currency], "/api/portal/reports/liability", {
      currency,
    }),
    placeholderData: keepPreviousData,
  });
  if (!liability.data) {
    return <NotLoaded query={liability} what="The liability" loading="Loading the liability" />;
  }
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
        <MonthTable months={shown} figures={figuresOf(months)} today={today} currency={currency} />
        <MonthList months={shown} figures={figuresOf()} today={today} currency={currency} />
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

type MonthsProps = { months: Month[]; figures: Figure[]; today: string; currency: string };

/** For wide screens. */
function MonthTable({ months, figures, today, currency }: MonthsProps) {
  return (
    <table className="w-full text-left tabular-nums max-xl:hidden">
      <caption className="sr-only">Liability in {currency} by month, newest first</caption>
      <thead className="text-xs text-muted">
        <tr className="h-9 border-b">
          <th scope="col" className="px-3 font-medium">
            Month
          </th>
          {figures.map(({ label }) => (
            <th key={label} scope="col" className="px-3 text-right font-medium whitespace-nowrap">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month} className="h-10 border-b hover:bg-hover">
            <th scope="row" className="px-3 font-medium whitespace-nowrap">
              {monthWords(month.month, today)}
            </th>
            {figures.map(({ label, centsIn, signed, cell }) => (
              <td key={label} className={cx("px-3 text-right whitespace-nowrap", cell)}>
                <Money amountCents={centsIn(month)} currency={currency} signed={signed} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** For narrow screens: a block for each month, without changes that are zero. */
const MonthList = ({ months, figures, today, currency }: MonthsProps) => (
  <ol className="grid gap-3 sm:grid-cols-2 xl:hidden">
    {months.map((month) => (
      <li key={month.month} className="rounded-md border bg-surface p-4">
        <h3 className="mb-2 font-semibold">{monthWords(month.month, today)}</h3>
        <dl className="grid gap-1 text-sm tabular-nums">
          {figures
            .filter(({ centsIn, signed }) => !signed || centsIn(month) !== 0n)
            .map(({ label, centsIn, signed, line = "text-muted" }) => (
              <div key={label} className={cx("flex justify-between gap-4", line)}>
                <dt>{label}</dt>
                <dd className="text-ink">
                  <Money amountCents={centsIn(month)} currency={currency} signed={signed} />
                </dd>
              </div>
            ))}
        </dl>
      </li>
    ))}
  </ol>
);
