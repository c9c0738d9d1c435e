import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { parseAsString } from "nuqs/server";
import type { ReplyOf } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import { formatDate, isDay } from "@/components/kit/locale/days";
import { pageLocale } from "@/components/kit/locale/locale";
import { formatMoney } from "@/components/kit/money/money";
import { formatNumber } from "@/components/kit/money/numbers";
import { Money } from "@/components/kit/ui/format";
import { Block } from "@/components/kit/ui/section";
import { Select } from "@/components/kit/ui/select";
import { EmptyState, NotLoaded } from "@/components/kit/ui/states";
import { useStore } from "@/components/portal/store/use-store";
import { dateIn } from "@/lib/base/time/time-zone";
import { Downloads } from "./downloads";

type Ageing = ReplyOf<"/api/portal/reports/ageing">;

export function AgeingTab({ currency }: { currency: string }) {
  const t = useTranslations("reports");
  const [day, setDay] = useQueryState("day", parseAsString);
  const ageing = useQuery({
    ...readOptions(["reports", "ageing", day], "/api/portal/reports/ageing", {
      day: isDay(day) ? day : null,
    }),
    placeholderData: keepPreviousData,
  });
  if (!ageing.data) {
    return <NotLoaded query={ageing} />;
  }
  if (ageing.data.day === null) {
    return (
      <EmptyState
        icon={<Hourglass aria-hidden />}
        title={t("ageing.empty.title")}
        text={t("ageing.empty.text")}
      />
    );
  }
  return (
    <Shown ageing={{ ...ageing.data, day: ageing.data.day }} currency={currency} onDay={setDay} />
  );
}

type ShownProps = {
  ageing: Ageing & { day: string };
  currency: string;
  onDay: (day: string | null) => void;
};

function Shown({ ageing: { day, days, currencies }, currency, onDay }: ShownProps) {
  const t = useTranslations("reports");
  const { merchant } = useSession();
  const store = useStore();
  const aged = currencies.find((one) => one.currency === currency);
  const isBefore = store.data && day < dateIn(new Date(store.data.createdAt), merchant.timeZone);
  return (
    <section aria-label={t("ageing.label")} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {aged
            ? t.rich("ageing.summary", {
                amount: formatMoney(BigInt(aged.balanceCents), currency),
                cards: aged.cards,
                date: formatDate(day),
                timeZone: merchant.timeZone,
                b: (text) => (
                  <b className="font-semibold whitespace-nowrap text-ink tabular-nums">{text}</b>
                ),
              })
            : isBefore
              ? t("ageing.beforeFirst")
              : t("ageing.none", { currency, date: formatDate(day) })}
        </p>
        <div className="flex flex-wrap gap-2">
          {days.length > 1 && (
            <Select
              aria-label={t("ageing.asOf")}
              className="w-52"
              value={day}
              onValueChange={(next) => onDay(next === days[0] ? null : next)}
              options={days.map((one) => ({ value: one, label: formatDate(one) }))}
            />
          )}
          <Downloads href={`/api/portal/reports/ageing/export?day=${day}`} />
        </div>
      </div>
      {aged && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
          <Block title={t("ageing.byAge.title")}>
            <RangeTable
              caption={t("ageing.byAge.caption")}
              header={t("ageing.byAge.header")}
              total={BigInt(aged.balanceCents)}
              currency={currency}
              ranges={aged.byAge.map((one) => ({ ...one, label: t(`ageing.byAge.${one.name}`) }))}
            />
          </Block>
          <Block title={t("ageing.byExpiry.title")}>
            <RangeTable
              caption={t("ageing.byExpiry.caption")}
              header={t("ageing.byExpiry.header")}
              total={BigInt(aged.balanceCents)}
              currency={currency}
              ranges={aged.byExpiry.map((one) => ({
                ...one,
                label: t(`ageing.byExpiry.${one.name}`),
              }))}
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
  ranges: { name: string; label: string; cards: number; balanceCents: string }[];
  total: bigint;
  currency: string;
};

function RangeTable({ caption, header, ranges, total, currency }: Props) {
  const t = useTranslations("reports");
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
          {(["cards", "outstanding"] as const).map((column) => (
            <th key={column} scope="col" className="pl-3 text-right font-medium">
              {t(`ageing.${column}`)}
            </th>
          ))}
          <th scope="col" className="w-16 pl-3 text-right font-medium max-sm:sr-only">
            {t("ageing.share")}
          </th>
        </tr>
      </thead>
      <tbody>
        {ranges.map(({ name, label, cards, balanceCents }) => (
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
