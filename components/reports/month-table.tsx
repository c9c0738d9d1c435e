import { Money } from "@/components/ui/format";
import { kindsOf, monthWords } from "./months";
import type { Month } from "./types";

type Props = { months: Month[]; all: Month[]; today: string; currency: string };

/** Roll-forward table for wide screens. */
export function MonthTable({ months, all, today, currency }: Props) {
  const shown = kindsOf(all);
  const cell = "px-3 text-right whitespace-nowrap";
  return (
    <table className="w-full text-left tabular-nums max-xl:hidden">
      <caption className="sr-only">Liability in {currency} by month, newest first</caption>
      <thead className="text-xs text-muted">
        <tr className="h-9 border-b">
          <th scope="col" className="px-3 font-medium">
            Month
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            Opening
          </th>
          {shown.map(({ kind, label }) => (
            <th key={kind} scope="col" className={`${cell} font-medium`}>
              {label}
            </th>
          ))}
          <th scope="col" className={`${cell} font-medium`}>
            Closing
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, openingCents, changes, closingCents }) => (
          <tr key={month} className="h-10 border-b hover:bg-hover">
            <th scope="row" className="px-3 font-medium whitespace-nowrap">
              {monthWords(month, today)}
            </th>
            <td className={`${cell} text-muted`}>
              <Money amountCents={BigInt(openingCents)} currency={currency} />
            </td>
            {shown.map(({ kind }) => (
              <td key={kind} className={cell}>
                <Money amountCents={BigInt(changes[kind])} currency={currency} signed />
              </td>
            ))}
            <td className={`${cell} font-semibold`}>
              <Money amountCents={BigInt(closingCents)} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
