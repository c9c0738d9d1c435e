import { useSyncExternalStore } from "react";
import { CartesianGrid, Line, LineChart as Recharts, Tooltip, XAxis, YAxis } from "recharts";
import type { ChartPoint, LineChartProps, Series } from "./series";
import { lineStyles, Swatch } from "./series";

const chartHeightPx = 260;

const plotMarginsPx = { top: 12, bottom: 28, left: 56 };
/** Space for the series names at the line ends. On phones, the totals above the chart name them. */
const namesPx = { wide: 92, narrow: 10 };
const labelGapPx = 16;
const maxPointsWithDots = 14;

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
        top: plotMarginsPx.top,
        right: narrow ? namesPx.narrow : namesPx.wide,
        bottom: 0,
        left: 0,
      }}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="at"
        height={plotMarginsPx.bottom}
        tickFormatter={(at: string) => formatAt(at, false)}
        tick={{ fill: "var(--color-muted)", fontSize: 12 }}
        tickLine={false}
        axisLine={{ stroke: "var(--color-control)" }}
        minTickGap={28}
        interval="preserveStartEnd"
      />
      <YAxis
        width={plotMarginsPx.left}
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
          stroke={lineStyles[tone].stroke}
          strokeDasharray={lineStyles[tone].dash}
          strokeWidth={2}
          dot={
            points.length <= maxPointsWithDots && {
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
  const plotPx = chartHeightPx - plotMarginsPx.top - plotMarginsPx.bottom;
  const places = series.map(
    ({ key }) => plotMarginsPx.top + plotPx * (1 - (last?.values[key] ?? 0) / top),
  );
  return separateLabels(places, labelGapPx, plotMarginsPx.top + plotPx);
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

const roundSteps = [1, 2, 2.5, 5, 10];
const markCount = 4;

/** Round axis ticks from zero to at least `max`. */
function marksUpTo(max: number): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / markCount;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * (roundSteps.find((one) => one * magnitude >= rough) ?? 10);
  const count = Math.ceil(max / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Moves overlapping labels apart. Positions are in pixels from the top. */
function separateLabels(places: readonly number[], gap: number, bottom: number): number[] {
  const order = places
    .map((_, index) => index)
    .sort((a, b) => itemAt(places, a) - itemAt(places, b));
  const moved = [...places];
  order.forEach((index, rank) => {
    const above =
      rank === 0 ? Number.NEGATIVE_INFINITY : itemAt(moved, itemAt(order, rank - 1)) + gap;
    moved[index] = Math.max(itemAt(moved, index), above);
  });
  let limit = bottom;
  for (const index of order.reverse()) {
    moved[index] = Math.min(itemAt(moved, index), limit);
    limit = itemAt(moved, index) - gap;
  }
  return moved;
}

const itemAt = (list: readonly number[], index: number): number => list[index] ?? 0;

const narrowScreen = "(max-width: 639px)";

const subscribe = (changed: () => void) => {
  const query = window.matchMedia(narrowScreen);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

const useNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(narrowScreen).matches,
    () => false,
  );
