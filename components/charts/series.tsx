export type Series = { key: string; label: string; tone: Tone };
type Tone = "first" | "second" | "third";

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

/** Line styles; dashes distinguish them without color. */
export const lineStyles: Record<Tone, { stroke: string; dash: string }> = {
  first: { stroke: "var(--color-positive-line)", dash: "" },
  second: { stroke: "var(--color-info-line)", dash: "6 4" },
  third: { stroke: "var(--color-attention-line)", dash: "2 3" },
};

export const Swatch = ({ tone }: { tone: Tone }) => (
  <svg width="20" height="4" aria-hidden="true" className="inline-block shrink-0">
    <line
      x2="20"
      y1="2"
      y2="2"
      strokeWidth="2"
      stroke={lineStyles[tone].stroke}
      strokeDasharray={lineStyles[tone].dash}
    />
  </svg>
);
