/** One line of a chart, labeled at its end. */
export type Series = { key: string; label: string; tone: Tone };
export type Tone = "first" | "second" | "third";

/** One point on the horizontal axis, with each series' value by key. */
export type ChartPoint = { at: string; values: Record<string, number> };

export type LineChartProps = {
  /** A description of the chart for screen readers. */
  label: string;
  series: Series[];
  points: ChartPoint[];
  /** A point's label: short on the axis, long in the tooltip. */
  formatAt: (at: string, long: boolean) => string;
  formatMark: (value: number) => string;
  formatValue: (value: number) => string;
};
