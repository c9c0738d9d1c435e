import type { ChartPoint, Series } from "@/components/charts/types";
import { decimalsOf } from "@/lib/money";
import type { Activity } from "./types";

type Key = "issuedCents" | "creditedCents" | "redeemedCents";

const issued = { key: "issuedCents", label: "Issued", tone: "first" } as const;
const redeemed = { key: "redeemedCents", label: "Redeemed", tone: "second" } as const;
const credited = { key: "creditedCents", label: "Store credit", tone: "third" } as const;

/** The chart's lines. Store credit is included only if some was issued. */
export const seriesOf = (activity: Activity): (Series & { key: Key })[] =>
  sumOf(activity, "creditedCents") > 0n ? [issued, redeemed, credited] : [issued, redeemed];

export const sumOf = ({ points }: Activity, key: Key): bigint =>
  points.reduce((sum, point) => sum + BigInt(point[key]), 0n);

/** True if there was no activity in the period. */
export const isStill = (activity: Activity): boolean =>
  [issued, redeemed, credited].every(({ key }) => sumOf(activity, key) === 0n);

/** Chart points in major currency units. Rounding is fine for drawing a line. */
export function asChart({ points }: Activity, currency: string) {
  const unit = 10 ** decimalsOf(currency);
  const chart: ChartPoint[] = points.map(({ from, ...sums }) => ({
    at: from,
    values: Object.fromEntries(
      Object.entries(sums).map(([key, cents]) => [key, Number(cents) / unit]),
    ),
  }));
  return { points: chart, toCents: (value: number) => BigInt(Math.round(value * unit)) };
}

/** Formats a point's day or month. Uses UTC because `from` is a calendar date without a time zone. */
export function pointWords(from: string, step: Activity["step"], long: boolean): string {
  const day = new Date(`${from}T00:00:00Z`);
  const parts: Intl.DateTimeFormatOptions =
    step === "month"
      ? { month: long ? "long" : "short", year: long ? "numeric" : undefined }
      : { month: "short", day: "numeric", ...(long && { weekday: "short", year: "numeric" }) };
  return new Intl.DateTimeFormat(undefined, { ...parts, timeZone: "UTC" }).format(day);
}
