/** One line of a chart: its name stands at its end, its dashes tell it apart without colour. */
export type Series = { key: string; label: string; tone: Tone };
export type Tone = "first" | "second" | "third";

/** One place on the horizontal axis, with the value of each series by its key. */
export type ChartPoint = { at: string; values: Record<string, number> };

export type LineChartProps = {
  /** What is shown, in a sentence, for those who can't see it. */
  label: string;
  series: Series[];
  points: ChartPoint[];
  /** A point's place in words: short on the axis, long beside the pointer. */
  formatAt: (at: string, long: boolean) => string;
  formatMark: (value: number) => string;
  formatValue: (value: number) => string;
};
