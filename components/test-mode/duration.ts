const UNITS = [
  ["day", 24 * 60 * 60],
  ["hour", 60 * 60],
  ["minute", 60],
  ["second", 1],
] as const;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** A duration in its two largest units: "31 days 2 hours", "45 seconds". */
export function durationInWords(seconds: number): string {
  let rest = seconds;
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count > 0 ? [counted(count, unit)] : [];
  });
  return parts.slice(0, 2).join(" ") || counted(0, "second");
}
