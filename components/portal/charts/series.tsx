export type Series = { key: string; label: string; tone: Tone };
type Tone = "first" | "second" | "third";

/** One point on the horizontal axis, with each series' value by key. */
export type ChartPoint = { at: string; values: Record<string, number> };

export type BarChartProps = {
  /** A description of the chart for screen readers. */
  label: string;
  series: Series[];
  points: ChartPoint[];
  /** The smallest difference between values, such as 0.01. */
  unit: number;
  /** A point's label: short on the axis, long in the tooltip. */
  formatAt: (at: string, long: boolean) => string;
  /** A tick of the vertical axis. `ticks` are all of them. */
  formatTick: (value: number, ticks: number[]) => string;
  formatValue: (value: number) => string;
};

/** Bars differ in how they are filled, not by color alone. */
export const barStyles: Record<Tone, { fill: string; stroke: string }> = {
  first: { fill: "var(--color-positive-line)", stroke: "var(--color-positive-line)" },
  second: {
    fill: "color-mix(in oklab, var(--color-info-line) 30%, var(--color-surface))",
    stroke: "var(--color-info-line)",
  },
  third: { fill: "var(--color-attention-line)", stroke: "var(--color-attention-line)" },
};

export const Swatch = ({ tone }: { tone: Tone }) => (
  <svg width="12" height="12" aria-hidden="true" className="inline-block shrink-0">
    <rect x="1" y="1" width="10" height="10" rx="2" strokeWidth="1.5" {...barStyles[tone]} />
  </svg>
);
