import { keepPreviousData, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReplyOf } from "@/components/api";
import { type ChartPoint, Swatch } from "@/components/charts/series";
import { pageLocale } from "@/components/locale";
import { formatMoney } from "@/components/money";
import { readOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import { keysOf } from "@/components/types";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/format";
import { Block } from "@/components/ui/section";
import { Segments } from "@/components/ui/segments";
import { NotLoaded, Skeleton, Skeletons } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { decimalsOf } from "@/lib/money";

type ActivityTotals = ReplyOf<"/api/portal/overview/activity">;

const periodWords = {
  "7d": { choice: "7 days", span: "last 7 days" },
  "30d": { choice: "30 days", span: "last 30 days" },
  "90d": { choice: "90 days", span: "last 90 days" },
  "12m": { choice: "12 months", span: "last 12 months" },
} as const;

type Period = keyof typeof periodWords;
export const periods = keysOf(periodWords);

export const views = ["chart", "table"] as const;

type View = (typeof views)[number];

type Props = {
  currency: string;
  period: Period;
  view: View;
  onChange: (change: { period?: Period; view?: View }) => void;
};

export function IssuedRedeemedPanel({ currency, period, view, onChange }: Props) {
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
      title="Issued and redeemed"
      action={
        <div className="flex min-w-0 flex-wrap gap-2">
          <Segments
            label="Period"
            value={period}
            onValueChange={(next) => onChange({ period: next })}
            options={periods.map((value) => ({ value, label: periodWords[value].choice }))}
          />
          <Segments
            label="Shown as"
            value={view}
            onValueChange={(next) => onChange({ view: next })}
            options={[
              { value: "chart", label: "Chart" },
              { value: "table", label: "Table" },
            ]}
          />
        </div>
      }
    >
      {!activity.data ? (
        <NotLoaded query={activity} what="The chart" loading={skeleton} />
      ) : (
        <div
          className={cx("grid min-w-0 gap-4", activity.isPlaceholderData && "opacity-60")}
          aria-busy={activity.isPlaceholderData || undefined}
        >
          <Sums activity={activity.data} currency={currency} period={period} />
          {hasNoActivity(activity.data) ? (
            <p className="py-8 text-center text-muted">
              Nothing was issued or redeemed in the {periodWords[period].span}.
            </p>
          ) : view === "table" ? (
            <IssuedRedeemedTable activity={activity.data} currency={currency} />
          ) : (
            <Lines activity={activity.data} currency={currency} period={period} />
          )}
          <p className="text-xs text-subtle">
            Days and months are the store's: {merchant.timeZone}.
          </p>
        </div>
      )}
    </Block>
  );
}

const skeleton = (
  <Skeletons label="Loading the chart" bars={["h-14 w-64", "mt-4 h-65 w-full"]} className="" />
);

type Shown = { activity: ActivityTotals; currency: string; period: Period };

const Sums = ({ activity, currency, period }: Shown) => (
  <dl className="flex flex-wrap gap-x-8 gap-y-2">
    {seriesOf(activity).map(({ key, label, tone }) => (
      <div key={key} className="flex flex-col-reverse">
        <dt className="flex items-center gap-2 text-sm text-muted">
          <Swatch tone={tone} />
          {label} <span className="sr-only">in the {periodWords[period].span}</span>
        </dt>
        <dd className="text-xl font-semibold tabular-nums">
          {formatMoney(sumOf(activity, key), currency)}
        </dd>
      </div>
    ))}
  </dl>
);

function Lines({ activity, currency, period }: Shown) {
  const series = seriesOf(activity);
  const { points, toCents } = asChart(activity, currency);
  const compact = new Intl.NumberFormat(pageLocale(), {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  });
  const names = series.map(({ label }) => label.toLowerCase()).join(" and ");
  return (
    <Chart
      label={`Money ${names} in the ${periodWords[period].span}, in ${currency}`}
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
  const { step, points } = activity;
  const columns: Column<Point>[] = [
    {
      header: step === "day" ? "Day" : "Month",
      phone: "what",
      cell: ({ from }) => pointWords(from, step, true),
    },
    ...seriesOf(activity).map(
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
      caption={`Issued and redeemed by ${step}, newest first`}
      columns={columns}
      rows={points.toReversed()}
      rowId={({ from }) => from}
    />
  );
}

const lines = [
  { key: "issuedCents", label: "Issued", tone: "first", phone: "amount" },
  { key: "redeemedCents", label: "Redeemed", tone: "second", phone: "state" },
  { key: "creditedCents", label: "Store credit", tone: "third", phone: "when" },
] as const;

/** The chart's lines. Store credit is included only if some was issued. */
const seriesOf = (activity: ActivityTotals) =>
  lines.filter(({ key }) => key !== "creditedCents" || sumOf(activity, key) > 0n);

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
