import { Bar, CartesianGrid, BarChart as Recharts, Tooltip, XAxis, YAxis } from "recharts";
import type { BarChartProps, ChartPoint } from "./series";
import { barStyles, Swatch } from "./series";
import { ticksUpTo } from "./ticks";

const chartHeightPx = 260;
// The right margin holds the half of the last label that is beyond its bar.
const marginsPx = { top: 12, right: 22, bottom: 0, left: 0 };
const axisHeightPx = 28;
const charWidthPx = 7.5;
const axisPaddingPx = 14;
const maxBarPx = 24;

/** Up to 3 bars for each point, from zero. Arrow keys move between points. */
export default function BarChart(props: BarChartProps) {
  const { label, series, points, unit, formatAt, formatTick } = props;
  const ticks = ticksUpTo(
    Math.max(0, ...points.flatMap(({ values }) => Object.values(values))),
    unit,
  );
  const longest = Math.max(...ticks.map((tick) => formatTick(tick, ticks).length));
  return (
    <Recharts
      responsive
      title={label}
      data={points}
      style={{ width: "100%", height: chartHeightPx }}
      margin={marginsPx}
      barGap={1}
      barCategoryGap="18%"
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="at"
        height={axisHeightPx}
        tickFormatter={(at: string) => formatAt(at, false)}
        tick={{ fill: "var(--color-muted)", fontSize: 12 }}
        tickLine={false}
        axisLine={{ stroke: "var(--color-control)" }}
        minTickGap={28}
        interval="equidistantPreserveEnd"
      />
      <YAxis
        width={longest * charWidthPx + axisPaddingPx}
        domain={[0, ticks.at(-1) ?? unit]}
        ticks={ticks}
        tickFormatter={(value: number) => formatTick(value, ticks)}
        tick={{ fill: "var(--color-muted)", fontSize: 12 }}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip
        cursor={{ fill: "var(--color-hover)" }}
        isAnimationActive={false}
        content={({ active, payload }) => {
          const point = active ? (payload[0]?.payload as ChartPoint | undefined) : undefined;
          return point ? <Bubble {...props} point={point} /> : null;
        }}
      />
      {series.map(({ key, label: name, tone }) => (
        <Bar
          key={key}
          // Negative if reversals exceed what was issued on the same day.
          dataKey={(point: ChartPoint) => Math.max(0, point.values[key] ?? 0)}
          name={name}
          {...barStyles[tone]}
          maxBarSize={maxBarPx}
          radius={[2, 2, 0, 0]}
          isAnimationActive={false}
        />
      ))}
    </Recharts>
  );
}

type BubbleProps = BarChartProps & { point: ChartPoint };

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
