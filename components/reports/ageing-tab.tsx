import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import type { ReplyOf } from "@/components/api";
import { dateIn, isDay } from "@/components/days";
import { pageLocale } from "@/components/locale";
import { countOf, formatNumber } from "@/components/numbers";
import { readOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import { useStore } from "@/components/store/use-store";
import { formatDate, Money } from "@/components/ui/format";
import { Block } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { EmptyState, NotLoaded } from "@/components/ui/states";

type AgeingByCurrency = Ageing["currencies"][number];
type Ageing = ReplyOf<"/api/portal/reports/ageing">;

const ageWords: Record<AgeingByCurrency["byAge"][number]["name"], string> = {
  3: "Under 3 months",
  6: "3 to 6 months",
  12: "6 to 12 months",
  24: "12 to 24 months",
  over: "Over 24 months",
};

const expiryWords: Record<AgeingByCurrency["byExpiry"][number]["name"], string> = {
  expired: "Expired",
  3: "Within 3 months",
  6: "In 3 to 6 months",
  12: "In 6 to 12 months",
  24: "In 12 to 24 months",
  over: "In over 24 months",
  never: "Never",
};

export function AgeingTab({ currency }: { currency: string }) {
  const [day, setDay] = useQueryState("day", parseAsString);
  const ageing = useQuery({
    ...readOptions(["reports", "ageing", day], "/api/portal/reports/ageing", {
      day: isDay(day) ? day : null,
    }),
    placeholderData: keepPreviousData,
  });
  if (!ageing.data) {
    return <NotLoaded query={ageing} what="The ageing" loading="Loading the ageing" />;
  }
  if (ageing.data.day === null) {
    return (
      <EmptyState
        icon={<Hourglass aria-hidden />}
        title="Not summed up yet"
        text="Balances are summed up once a day, after the store's midnight. The first summary is on its way."
      />
    );
  }
  return (
    <Shown ageing={{ ...ageing.data, day: ageing.data.day }} currency={currency} onDay={setDay} />
  );
}

const nothingWords = (currency: string, day: string, isBefore: boolean | undefined) =>
  isBefore
    ? "The first report comes after the store's first day is over, at its midnight."
    : `Nothing was outstanding in ${currency} at the end of ${formatDate(day)}.`;

type ShownProps = {
  ageing: Ageing & { day: string };
  currency: string;
  onDay: (day: string | null) => void;
};

function Shown({ ageing: { day, days, currencies }, currency, onDay }: ShownProps) {
  const { merchant } = useSession();
  const store = useStore();
  const aged = currencies.find((one) => one.currency === currency);
  const isBefore = store.data && day < dateIn(new Date(store.data.createdAt), merchant.timeZone);
  return (
    <section aria-label="Ageing" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {aged ? (
            <>
              <b className="font-semibold text-ink">
                <Money amountCents={BigInt(aged.balanceCents)} currency={currency} />
              </b>{" "}
              on {countOf(aged.cards, "card")} at the end of {formatDate(day)}, {merchant.timeZone}{" "}
              time
            </>
          ) : (
            nothingWords(currency, day, isBefore)
          )}
        </p>
        {days.length > 1 && (
          <Select
            aria-label="As of the end of"
            className="w-52"
            value={day}
            onValueChange={(next) => onDay(next === days[0] ? null : next)}
            options={days.map((one) => ({ value: one, label: formatDate(one) }))}
          />
        )}
      </div>
      {aged && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
          <Block title="Since money last came onto the card">
            <BucketTable
              caption="Outstanding by age"
              header="Age"
              total={BigInt(aged.balanceCents)}
              currency={currency}
              buckets={aged.byAge.map((one) => ({ ...one, label: ageWords[one.name] }))}
            />
          </Block>
          <Block title="Until the card expires">
            <BucketTable
              caption="Outstanding by expiry"
              header="Expires"
              total={BigInt(aged.balanceCents)}
              currency={currency}
              buckets={aged.byExpiry.map((one) => ({ ...one, label: expiryWords[one.name] }))}
            />
          </Block>
        </div>
      )}
    </section>
  );
}

type Props = {
  caption: string;
  header: string;
  buckets: { name: string; label: string; cards: number; balanceCents: string }[];
  total: bigint;
  currency: string;
};

function BucketTable({ caption, header, buckets, total, currency }: Props) {
  const percent = new Intl.NumberFormat(pageLocale(), {
    style: "percent",
    maximumFractionDigits: 1,
  });
  const shareOf = (cents: bigint) => (total > 0n ? Number((cents * 10_000n) / total) / 10_000 : 0);
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-muted">
        <tr className="h-8 border-b">
          <th scope="col" className="font-medium">
            {header}
          </th>
          {["Cards", "Outstanding"].map((column) => (
            <th key={column} scope="col" className="pl-3 text-right font-medium">
              {column}
            </th>
          ))}
          <th scope="col" className="w-16 pl-3 text-right font-medium max-sm:sr-only">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ name, label, cards, balanceCents }) => (
          <tr key={name} className="border-b last:border-0">
            <th scope="row" className="py-2 font-normal">
              {label}
              <span aria-hidden className="mt-1 block h-1.5 rounded-sm bg-hover">
                <span
                  className="block h-full rounded-sm bg-info-line"
                  style={{ width: `${shareOf(BigInt(balanceCents)) * 100}%` }}
                />
              </span>
            </th>
            <td className="pl-3 text-right align-top leading-9 text-muted">
              {formatNumber(cards)}
            </td>
            <td className="pl-3 text-right align-top leading-9">
              <Money amountCents={BigInt(balanceCents)} currency={currency} />
            </td>
            <td className="pl-3 text-right align-top leading-9 text-muted max-sm:sr-only">
              {percent.format(shareOf(BigInt(balanceCents)))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
