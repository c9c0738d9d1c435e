import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { pageLocale } from "@/components/kit/locale/locale";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { Money } from "@/components/kit/ui/format";
import { Skeleton } from "@/components/kit/ui/states";
import { type Column, Table } from "@/components/kit/ui/table";
import { type ChartPoint, Swatch } from "@/components/portal/charts/series";
import { decimalsOf } from "@/lib/base/money";
import { ChangeWords } from "./change-words";
import { type Activity, amountsOf, rangeText } from "./use-activity";

type Shown = { activity: Activity; currency: string };

/** The sums of a range, each with its change. */
export function ActivitySums({ activity, currency }: Shown) {
  const t = useTranslations("overview");
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {seriesOf(t, activity).map(({ kind, label, tone }) => {
        const amounts = amountsOf(activity, kind);
        return (
          <div key={kind} className="grid content-start">
            <dt className="flex items-center gap-2 text-sm text-muted">
              <Swatch tone={tone} />
              {label}
            </dt>
            <dd>
              <span className="block text-xl font-semibold tabular-nums">
                {formatMoney(amounts.now, currency)}
              </span>
              <span className="block text-sm">
                <ChangeWords {...amounts} currency={currency} />
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Says which range the changes compare with, or that nothing moved until its end. */
export function ComparedWith({ activity: { before } }: Pick<Shown, "activity">) {
  const t = useTranslations("overview");
  return before
    ? t("change.comparedWith", { range: rangeText(before) })
    : t("change.nothingBefore");
}

export function ActivityBars({ activity, currency }: Shown) {
  const t = useTranslations("overview");
  const series = seriesOf(t, activity);
  const { points, toCents, unit } = asChart(activity, currency);
  const names = new Intl.ListFormat(pageLocale()).format(series.map(({ label }) => label));
  return (
    <Chart
      label={t("activity.chartLabel", { series: names, range: rangeText(activity), currency })}
      series={series}
      points={points}
      unit={unit}
      formatAt={(at, long) => pointText(activity, at, long)}
      formatTick={(value, ticks) => tickText(value, ticks, currency)}
      formatValue={(value) => formatMoney(toCents(value), currency)}
    />
  );
}

type Point = Activity["points"][number];

export function ActivityTable({ activity, currency }: Shown) {
  const t = useTranslations("overview");
  const { step, points } = activity;
  const columns: Column<Point>[] = [
    {
      header: t(`activity.${step}`),
      phone: "what",
      cell: ({ from }) => pointText(activity, from, true),
    },
    ...seriesOf(t, activity).map(
      ({ key, label, phone }): Column<Point> => ({
        id: key,
        header: label,
        phone,
        align: "right",
        cell: (point) => (
          <>
            <span className="text-muted md:hidden">{label} </span>
            <Money amountCents={BigInt(point[key])} currency={currency} />
          </>
        ),
      }),
    ),
  ];
  return (
    <Table
      caption={t(`activity.captions.${step}`)}
      columns={columns}
      rows={points.toReversed()}
      rowId={({ from }) => from}
    />
  );
}

const bars = [
  { key: "issuedCents", kind: "issued", tone: "first", phone: "amount" },
  { key: "redeemedCents", kind: "redeemed", tone: "second", phone: "state" },
  { key: "creditedCents", kind: "credited", tone: "third", phone: "who" },
] as const;

/** The chart's series. Store credit is included only if some was issued. */
const seriesOf = (t: Translate<"overview">, activity: Activity) =>
  bars
    .filter(({ kind }) => {
      const { now, before } = amountsOf(activity, kind);
      return kind !== "credited" || now !== 0n || (before ?? 0n) !== 0n;
    })
    .map((bar) => ({ ...bar, label: t(`activity.${bar.kind}`) }));

export const hasNoActivity = ({ points }: Activity): boolean =>
  points.every((point) => bars.every(({ key }) => point[key] === "0"));

/** Chart points in major currency units. Rounding is fine for drawing bars. */
function asChart({ points }: Activity, currency: string) {
  const units = 10 ** decimalsOf(currency);
  const chart: ChartPoint[] = points.map((point) => ({
    at: point.from,
    values: Object.fromEntries(bars.map(({ key }) => [key, Number(point[key]) / units])),
  }));
  const toCents = (value: number) => BigInt(Math.round(value * units));
  return { points: chart, toCents, unit: 1 / units };
}

const compactFrom = 100_000;

/** "$1,500", with decimals only if the ticks need them; "$1.5M" for large amounts. */
function tickText(value: number, ticks: number[], currency: string): string {
  const isCompact = (ticks.at(-1) ?? 0) >= compactFrom;
  const decimals = ticks.every(Number.isInteger) ? 0 : decimalsOf(currency);
  return new Intl.NumberFormat(pageLocale(), {
    style: "currency",
    currency,
    notation: isCompact ? "compact" : "standard",
    minimumFractionDigits: isCompact ? 0 : decimals,
    maximumFractionDigits: isCompact ? 1 : decimals,
  }).format(value);
}

/** Formats a point's day, week or month. In UTC, because calendar days have no time zone. */
function pointText({ step, points }: Activity, from: string, long: boolean): string {
  if (step === "week" && long) {
    return rangeText(points.find((point) => point.from === from) ?? { from, to: from });
  }
  const parts: Intl.DateTimeFormatOptions =
    step === "month"
      ? { month: long ? "long" : "short", year: long ? "numeric" : undefined }
      : { month: "short", day: "numeric", ...(long && { weekday: "short", year: "numeric" }) };
  return new Intl.DateTimeFormat(pageLocale(), { ...parts, timeZone: "UTC" }).format(
    Date.parse(from),
  );
}

const Chart = dynamic(() => import("@/components/portal/charts/bar-chart"), {
  ssr: false,
  loading: () => <Skeleton className="h-65 w-full" />,
});
