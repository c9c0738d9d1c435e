import type { Translate } from "@/components/kit/locale/translate";

const UNITS = [
  ["day", 24 * 60 * 60],
  ["hour", 60 * 60],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration in its two largest units: "31 days 2 hours", "45 seconds". */
export function durationInWords(t: Translate<"testMode">, seconds: number): string {
  let rest = seconds;
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count > 0 ? [t(`duration.${unit}`, { count })] : [];
  });
  return parts.slice(0, 2).join(" ") || t("duration.second", { count: 0 });
}
