import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { type ReactNode, useState } from "react";
import { dateIn, endOfDay, isDay, startOfDay } from "@/components/days";
import { DownloadLink } from "@/components/download-link";
import { readOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FilterSelect } from "@/components/ui/filters";
import { Notice } from "@/components/ui/notice";
import { Block } from "@/components/ui/section";
import { Segments } from "@/components/ui/segments";

const groupingChoices = ["day", "movement"] as const;

const bookingRows = [
  ["Card sold or topped up", "Issuance", "Gift card liability"],
  ["Store credit given", "Store credit", "Gift card liability"],
  ["Card redeemed", "Gift card liability", "Redemption"],
  ["Gift sent", "Gift card liability", "Gifts in escrow"],
  ["Gift received", "Gifts in escrow", "Gift card liability"],
  ["Transferred out", "Gift card liability", "Transfer clearing"],
  ["Transferred in", "Transfer clearing", "Gift card liability"],
  ["Transferred in from another currency", "Exchange differences", "Gift card liability"],
  ["Expired balance written off", "Gift card liability", "Breakage"],
] as const;

export const JournalTab = ({ currencies }: { currencies: string[] }) => (
  <section aria-label="Journal" className="grid min-w-0 gap-6 lg:grid-cols-2">
    <JournalFile currencies={currencies} />
    <Bookings />
  </section>
);

/** Filters from the URL. The usual range is last month, or this month if nothing moved then. */
function useJournalFilters(currencies: string[]) {
  const { merchant } = useSession();
  const [now] = useState(() => new Date());
  const lastMonth = monthSpan(now, merchant.timeZone, 1);
  const isYoung = useHasNoMovements(lastMonth);
  const usual = isYoung ? monthSpan(now, merchant.timeZone, 0) : lastMonth;
  const [{ by, ...chosen }, setChosen] = useQueryStates({
    from: parseAsString,
    to: parseAsString,
    by: parseAsStringLiteral(groupingChoices).withDefault("day"),
    only: parseAsString,
  });
  const from = isDay(chosen.from) ? chosen.from : usual.from;
  const to = isDay(chosen.to) ? chosen.to : usual.to;
  return { from, to, by, currency: currencies.find((one) => one === chosen.only), setChosen };
}

function JournalFile({ currencies }: { currencies: string[] }) {
  const { merchant } = useSession();
  const { from, to, by, currency, setChosen } = useJournalFilters(currencies);
  const isEmpty = useHasNoMovements({ from, to, currency });
  const query = new URLSearchParams({ from, to, by, ...(currency && { currency }) });
  return (
    <Block title="Download the journal">
      <DateRangeFields from={from} to={to} onChange={setChosen} />
      <Labelled words="One line for each">
        <Segments
          label="One line for each"
          value={by}
          onValueChange={(next) => setChosen({ by: next })}
          options={[
            { value: "day", label: "Day and kind" },
            { value: "movement", label: "Movement" },
          ]}
        />
      </Labelled>
      {currencies.length > 1 && (
        <Labelled words="Currency">
          <FilterSelect
            label="Currency"
            any="Every currency"
            className="w-52"
            value={currency ?? null}
            onChange={(only) => setChosen({ only })}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </Labelled>
      )}
      {isEmpty && (
        <Notice tone="info">
          Nothing moved{currency && ` in ${currency}`} on these days: the file would be empty.
        </Notice>
      )}
      <div className="mt-2">
        {to < from ? (
          <Button variant="primary" disabled>
            <Download aria-hidden /> Download CSV
          </Button>
        ) : (
          <DownloadLink href={`/api/portal/reports/journal?${query}`} variant="primary">
            Download CSV
          </DownloadLink>
        )}
      </div>
      <p className="text-sm text-subtle">
        Days are the store's: {merchant.timeZone}. The download is noted in the audit log.
      </p>
    </Block>
  );
}

type DateRangeFieldsProps = {
  from: string;
  to: string;
  onChange: (change: { from?: string | null; to?: string | null }) => void;
};

const DateRangeFields = ({ from, to, onChange }: DateRangeFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      label="First day"
      type="date"
      value={from}
      onChange={(event) => onChange({ from: event.target.value || null })}
    />
    <TextField
      label="Last day"
      error={to < from ? "The last day comes before the first." : undefined}
      type="date"
      value={to}
      onChange={(event) => onChange({ to: event.target.value || null })}
    />
  </div>
);

const Bookings = () => (
  <Block title="How movements are booked">
    <p className="text-muted">
      Each line takes an amount from one account and gives it to another, so that the file balances
      by itself. Map these accounts to yours.
    </p>
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Accounts of each kind of movement</caption>
      <thead className="text-xs text-muted">
        <tr className="h-8 border-b">
          <th scope="col" className="font-medium">
            What happened
          </th>
          {["Debit", "Credit"].map((side) => (
            <th key={side} scope="col" className="pl-3 font-medium">
              {side}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bookingRows.map(([what, debit, credit]) => (
          <tr key={what} className="border-b last:border-0">
            <th scope="row" className="py-2 font-normal">
              {what}
            </th>
            <td className="py-2 pl-3 text-muted">{debit}</td>
            <td className="py-2 pl-3 text-muted">{credit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Block>
);

const Labelled = ({ words, children }: { words: string; children: ReactNode }) => (
  <div className="grid justify-items-start gap-1.5">
    <span aria-hidden className="text-sm font-medium">
      {words}
    </span>
    {children}
  </div>
);

type Span = { from: string; to: string; currency?: string | undefined };

/** True if there were no transactions on these days (YYYY-MM-DD); false until that is known. */
function useHasNoMovements({ from, to, currency }: Span): boolean {
  const { merchant } = useSession();
  const query = {
    from: startOfDay(from, merchant.timeZone),
    to: endOfDay(to, merchant.timeZone),
    currency: currency ?? null,
  };
  const counts = useQuery({
    ...readOptions(["transactions", "counts", query], "/api/portal/transactions/counts", query),
    enabled: from <= to,
  });
  return counts.data?.all === 0;
}

/** First and last day (YYYY-MM-DD) of the month that was `before` months ago in `timeZone`. */
function monthSpan(now: Date, timeZone: string, before: number) {
  const [year = 0, month = 0] = dateIn(now, timeZone).split("-").map(Number);
  const day = (index: number, date: number) =>
    new Date(Date.UTC(year, index, date)).toISOString().slice(0, 10);
  // Months count from 0, and day 0 is the last day of the previous month.
  return { from: day(month - 1 - before, 1), to: day(month - before, 0) };
}
