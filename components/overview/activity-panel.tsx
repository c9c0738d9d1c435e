"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Chart } from "@/components/charts/chart";
import { Swatch } from "@/components/charts/swatch";
import { formatMoney } from "@/components/money";
import { read } from "@/components/queries";
import { useSession } from "@/components/session";
import { cx } from "@/components/ui/cx";
import { Block } from "@/components/ui/section";
import { Segments } from "@/components/ui/segments";
import { ErrorState, Skeletons } from "@/components/ui/states";
import { ActivityTable } from "./activity-table";
import { asChart, isStill, pointWords, seriesOf, sumOf } from "./series";
import { type Activity, type Period, periods, periodWords, type views } from "./types";

type View = (typeof views)[number];

type Props = {
  currency: string;
  period: Period;
  view: View;
  onChange: (change: { period?: Period; view?: View }) => void;
};

/** Issued and redeemed value over a period, as a line chart or a table. */
export function ActivityPanel({ currency, period, view, onChange }: Props) {
  const { merchant } = useSession();
  const activity = useQuery({
    ...read(["overview", "activity", currency, period], "/api/portal/overview/activity", {
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
      {activity.isError && !activity.data ? (
        <ErrorState query={activity} what="The chart" />
      ) : !activity.data ? (
        <Skeletons
          label="Loading the chart"
          bars={["h-14 w-64", "mt-4 h-65 w-full"]}
          className=""
        />
      ) : (
        <div
          className={cx("grid min-w-0 gap-4", activity.isPlaceholderData && "opacity-60")}
          aria-busy={activity.isPlaceholderData || undefined}
        >
          <Sums activity={activity.data} currency={currency} period={period} />
          {isStill(activity.data) ? (
            <p className="py-8 text-center text-muted">
              Nothing was issued or redeemed in the {periodWords[period].span}.
            </p>
          ) : view === "table" ? (
            <ActivityTable activity={activity.data} currency={currency} />
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

type Shown = { activity: Activity; currency: string; period: Period };

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
  const compact = new Intl.NumberFormat(undefined, {
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
