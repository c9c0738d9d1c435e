import type { Tone } from "./types";

/** Line styles; dashes distinguish them without color. */
export const looks: Record<Tone, { stroke: string; dash: string }> = {
  first: { stroke: "var(--color-positive-line)", dash: "" },
  second: { stroke: "var(--color-info-line)", dash: "6 4" },
  third: { stroke: "var(--color-attention-line)", dash: "2 3" },
};

/** A sample of a line style, shown next to the series name. */
export const Swatch = ({ tone }: { tone: Tone }) => (
  <svg width="20" height="4" aria-hidden className="inline-block shrink-0">
    <title>Line</title>
    <line
      x2="20"
      y1="2"
      y2="2"
      strokeWidth="2"
      stroke={looks[tone].stroke}
      strokeDasharray={looks[tone].dash}
    />
  </svg>
);
