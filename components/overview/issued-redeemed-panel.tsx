import { keepPreviousData, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ReplyOf } from "@/components/api";
import { type ChartPoint, Swatch } from "@/components/charts/series";
import { pageLocale } from "@/components/locale";
import { formatMoney } from "@/components/money";
import { readOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import type { Translate } from "@/components/translate";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/format";
import { Block } from "@/components/ui/section";
import { Segments } from "@/components/ui/segments";
import { NotLoaded, Skeleton, Skeletons } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { decimalsOf } from "@/lib/money";

type ActivityTotals = ReplyOf<"/api/portal/overview/activity">;

export const periods = ["7d", "30d", "90d", "12m"] as const;

type Period = (typeof periods)[number];

export const views = ["chart", "table"] as const;

type View = (typeof views)[number];

type Props = {
  currency: string;
  period: Period;
  view: View;
  onChange: (change: { period?: Period; view?: View }) => void;
};

export function IssuedRedeemedPanel({ currency, period, view, onChange }: Props) {
  const t = useTranslations("overview");
  const { merchant } = useSession();
  const activity = useQuery({
    ...readOptions(["overview", "activity", currency, period], "/api/portal/overview/activity", {
      currency,
      period,
    }),
    placeholderData: keepPreviousData,
  });

  return (
    <Block
      title={t("activity.title")}
      action={
        <div className="flex min-w-0 flex-wrap gap-2">
          <Segments
            label={t("activity.period")}
            value={period}
            onValueChange={(next) => onChange({ period: next })}
            options={periods.map((value) => ({ value, label: t(`activity.periods.${value}`) }))}
          />
          <Segments
            label={t("activity.view")}
            value={view}
            onValueChange={(next) => onChange({ view: next })}
            options={[
              { value: "chart", label: t("activity.chart") },
              { value: "table", label: t("activity.table") },
            ]}
          />
        </div>
      }
    >
      {!activity.data ? (
        <NotLoaded query={activity} loading={<ChartSkeleton />} />
      ) : (
        <div
          className={cx("grid min-w-0 gap-4", activity.isPlaceholderData && "opacity-60")}
          aria-busy={activity.isPlaceholderData || undefined}
        >
          <Sums activity={activity.data} currency={currency} period={period} />
          {hasNoActivity(activity.data) ? (
            <p className="py-8 text-center text-muted">
              {t("activity.none", { period: t(`activity.periods.${period}`) })}
            </p>
          ) : view === "table" ? (
            <IssuedRedeemedTable activity={activity.data} currency={currency} />
          ) : (
            <Lines activity={activity.data} currency={currency} period={period} />
          )}
          <p className="text-xs text-subtle">
            {t("activity.timeZone", { timeZone: merchant.timeZone })}
          </p>
        </div>
      )}
    </Block>
  );
}

const ChartSkeleton = () => <Skeletons bars={["h-14 w-64", "mt-4 h-65 w-full"]} className="" />;

type Shown = { activity: ActivityTotals; currency: string; period: Period };

function Sums({ activity, currency, period }: Shown) {
  const t = useTranslations("overview");
  const inPeriod = t("activity.inPeriod", { period: t(`activity.periods.${period}`) });
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {seriesOf(t, activity).map(({ key, label, tone }) => (
        <div key={key} className="flex flex-col-reverse">
          <dt className="flex items-center gap-2 text-sm text-muted">
            <Swatch tone={tone} />
            {label} <span className="sr-only">{inPeriod}</span>
          </dt>
          <dd className="text-xl font-semibold tabular-nums">
            {formatMoney(sumOf(activity, key), currency)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Lines({ activity, currency, period }: Shown) {
  const t = useTranslations("overview");
  const series = seriesOf(t, activity);
  const { points, toCents } = asChart(activity, currency);
  const compact = new Intl.NumberFormat(pageLocale(), {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  });
  const names = new Intl.ListFormat(pageLocale()).format(series.map(({ label }) => label));
  return (
    <Chart
      label={t("activity.chartLabel", {
        series: names,
        period: t(`activity.periods.${period}`),
        currency,
      })}
      series={series}
      points={points}
      formatAt={(at, long) => pointWords(at, activity.step, long)}
      formatMark={(value) => compact.format(value)}
      formatValue={(value) => formatMoney(toCents(value), currency)}
    />
  );
}

type Point = ActivityTotals["points"][number];

function IssuedRedeemedTable({
  activity,
  currency,
}: {
  activity: ActivityTotals;
  currency: string;
}) {
  const t = useTranslations("overview");
  const { step, points } = activity;
  const columns: Column<Point>[] = [
    {
      header: t(`activity.${step}`),
      phone: "what",
      cell: ({ from }) => pointWords(from, step, true),
    },
    ...seriesOf(t, activity).map(
      ({ key, label, phone }): Column<Point> => ({
        id: key,
        header: label,
        phone,
        align: "right",
        cell: (point) => (
          <>
            <span className="text-muted unstacked:hidden">{label} </span>
            <Money amountCents={BigInt(point[key])} currency={currency} />
          </>
        ),
      }),
    ),
  ];
  return (
    <Table
      caption={t(step === "day" ? "activity.captionByDay" : "activity.captionByMonth")}
      columns={columns}
      rows={points.toReversed()}
      rowId={({ from }) => from}
    />
  );
}

const lines = [
  { key: "issuedCents", word: "issued", tone: "first", phone: "amount" },
  { key: "redeemedCents", word: "redeemed", tone: "second", phone: "state" },
  { key: "creditedCents", word: "credited", tone: "third", phone: "when" },
] as const;

/** The chart's lines. Store credit is included only if some was issued. */
const seriesOf = (t: Translate<"overview">, activity: ActivityTotals) =>
  lines
    .filter(({ key }) => key !== "creditedCents" || sumOf(activity, key) > 0n)
    .map(({ word, ...line }) => ({ ...line, label: t(`activity.${word}`) }));

const sumOf = ({ points }: ActivityTotals, key: (typeof lines)[number]["key"]): bigint =>
  points.reduce((sum, point) => sum + BigInt(point[key]), 0n);

const hasNoActivity = (activity: ActivityTotals): boolean =>
  lines.every(({ key }) => sumOf(activity, key) === 0n);

/** Chart points in major currency units. Rounding is fine for drawing a line. */
function asChart({ points }: ActivityTotals, currency: string) {
  const unit = 10 ** decimalsOf(currency);
  const chart: ChartPoint[] = points.map(({ from, ...sums }) => ({
    at: from,
    values: Object.fromEntries(
      Object.entries(sums).map(([key, cents]) => [key, Number(cents) / unit]),
    ),
  }));
  return { points: chart, toCents: (value: number) => BigInt(Math.round(value * unit)) };
}

/** Formats a point's day or month. Uses UTC because `from` is a calendar date without a time zone. */
function pointWords(from: string, step: ActivityTotals["step"], long: boolean): string {
  const day = new Date(`${from}T00:00:00Z`);
  const parts: Intl.DateTimeFormatOptions =
    step === "month"
      ? { month: long ? "long" : "short", year: long ? "numeric" : undefined }
      : { month: "short", day: "numeric", ...(long && { weekday: "short", year: "numeric" }) };
  return new Intl.DateTimeFormat(pageLocale(), { ...parts, timeZone: "UTC" }).format(day);
}

const Chart = dynamic(() => import("@/components/charts/line-chart"), {
  ssr: false,
  loading: () => <Skeleton className="h-65 w-full" />,
});
