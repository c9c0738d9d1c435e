"use client";

import { CartesianGrid, Line, LineChart as Recharts, Tooltip, XAxis, YAxis } from "recharts";
import { useNarrow } from "./narrow";
import { marksUpTo, spread } from "./scale";
import { looks, Swatch } from "./swatch";
import type { ChartPoint, LineChartProps, Series } from "./types";

const chartHeightPx = 260;

const axisPx = { top: 12, bottom: 28, left: 56 };
/** Space for the series names at the line ends. On phones, the totals above the chart name them. */
const namesPx = { wide: 92, narrow: 10 };
const labelGapPx = 16;
const fewPoints = 14;

/** Up to 3 lines from zero, each labeled at its end. Arrow keys move between points. */
export default function LineChart(props: LineChartProps) {
  const { label, series, points, formatAt, formatMark } = props;
  const highest = Math.max(0, ...points.flatMap(({ values }) => Object.values(values)));
  const marks = marksUpTo(highest);
  const top = marks.at(-1) ?? 1;
  const narrow = useNarrow();
  const labels = labelPlaces(series, points.at(-1), top);

  return (
    <Recharts
      responsive
      title={label}
      data={points}
      style={{ width: "100%", height: chartHeightPx }}
      margin={{
        top: axisPx.top,
        right: narrow ? namesPx.narrow : namesPx.wide,
        bottom: 0,
        left: 0,
      }}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="at"
        height={axisPx.bottom}
        tickFormatter={(at: string) => formatAt(at, false)}
        tick={{ fill: "var(--color-muted)", fontSize: 12 }}
        tickLine={false}
        axisLine={{ stroke: "var(--color-control)" }}
        minTickGap={28}
        interval="preserveStartEnd"
      />
      <YAxis
        width={axisPx.left}
        domain={[0, top]}
        ticks={marks}
        tickFormatter={formatMark}
        tick={{ fill: "var(--color-muted)", fontSize: 12 }}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip
        cursor={{ stroke: "var(--color-control)" }}
        isAnimationActive={false}
        content={({ active, payload }) => {
          const point = active ? (payload[0]?.payload as ChartPoint | undefined) : undefined;
          return point ? <Bubble {...props} point={point} /> : null;
        }}
      />
      {series.map(({ key, label: name, tone }, index) => (
        <Line
          key={key}
          dataKey={(point: ChartPoint) => point.values[key] ?? 0}
          name={name}
          stroke={looks[tone].stroke}
          strokeDasharray={looks[tone].dash}
          strokeWidth={2}
          dot={
            points.length <= fewPoints && {
              r: 2.5,
              strokeDasharray: "",
              fill: "var(--color-surface)",
            }
          }
          activeDot={{ r: 4 }}
          isAnimationActive={false}
          label={({ x, index: place }: { x?: number | string; index?: number }) =>
            place === points.length - 1 && !narrow ? (
              <text
                x={Number(x) + 8}
                y={labels[index]}
                dominantBaseline="central"
                fontSize={12}
                fontWeight={500}
                fill="var(--color-ink)"
              >
                {name}
              </text>
            ) : (
              <g />
            )
          }
        />
      ))}
    </Recharts>
  );
}

/** Vertical positions of the series names, spread so that they don't overlap. */
function labelPlaces(series: Series[], last: ChartPoint | undefined, top: number): number[] {
  const plotPx = chartHeightPx - axisPx.top - axisPx.bottom;
  const places = series.map(
    ({ key }) => axisPx.top + plotPx * (1 - (last?.values[key] ?? 0) / top),
  );
  return spread(places, labelGapPx, axisPx.top + plotPx);
}

type BubbleProps = LineChartProps & { point: ChartPoint };

const Bubble = ({ point, series, formatAt, formatValue }: BubbleProps) => (
  <div className="rounded-md bg-surface px-3 py-2 text-sm shadow-float">
    <p className="mb-1 font-medium">{formatAt(point.at, true)}</p>
    {series.map(({ key, label, tone }) => (
      <p key={key} className="flex items-center gap-2 text-muted">
        <Swatch tone={tone} />
        {label}
        <span className="ml-auto pl-4 text-ink tabular-nums">
          {formatValue(point.values[key] ?? 0)}
        </span>
      </p>
    ))}
  </div>
);
