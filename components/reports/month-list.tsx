import { Money } from "@/components/ui/format";
import { kinds, monthWords } from "./months";
import type { Month } from "./types";

type Props = { months: Month[]; today: string; currency: string };

/** The month table for narrow screens: one block per month. */
export const MonthList = ({ months, today, currency }: Props) => (
  <ol className="grid gap-3 sm:grid-cols-2 xl:hidden">
    {months.map(({ month, openingCents, changes, closingCents }) => (
      <li key={month} className="rounded-md border bg-surface p-4">
        <h3 className="mb-2 font-semibold">{monthWords(month, today)}</h3>
        <dl className="grid gap-1 text-sm tabular-nums">
          <Line name="Opening" cents={openingCents} currency={currency} />
          {kinds
            .filter(({ kind }) => BigInt(changes[kind]) !== 0n)
            .map(({ kind, label }) => (
              <Line key={kind} name={label} cents={changes[kind]} currency={currency} signed />
            ))}
          <Line name="Closing" cents={closingCents} currency={currency} total />
        </dl>
      </li>
    ))}
  </ol>
);

type LineProps = {
  name: string;
  cents: string;
  currency: string;
  signed?: true;
  total?: true;
};

const Line = ({ name, cents, currency, signed, total }: LineProps) => (
  <div
    className={`flex justify-between gap-4 ${total ? "border-t pt-1 font-semibold" : "text-muted"}`}
  >
    <dt>{name}</dt>
    <dd className="text-ink">
      <Money amountCents={BigInt(cents)} currency={currency} signed={signed ?? false} />
    </dd>
  </div>
);
