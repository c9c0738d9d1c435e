import { endOfDay, isDay, shifted, startOfDay, todayIn } from "./days";

/** Ranges of days by name, from the first to the last day, both included. Each is relative to today. */
const namedRanges = {
  today: (today: string) => [today, today],
  "last-7-days": (today: string) => [shifted(today, -6), today],
  "next-7-days": (today: string) => [today, shifted(today, 6)],
  "next-30-days": (today: string) => [today, shifted(today, 29)],
  "this-month": (today: string) => [`${today.slice(0, 7)}-01`, endOfMonth(today)],
} as const satisfies Record<string, (today: string) => [string, string]>;

function endOfMonth(date: string): string {
  const [year, month] = date.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10);
}

export type NamedRange = keyof typeof namedRanges;

export const isNamedRange = (text: string | null): text is NamedRange =>
  text !== null && Object.hasOwn(namedRanges, text);

/** The store's time zone, and how far ahead its test clock is. */
type StoreClock = { timeZone: string; clockOffsetMs: number };
type Days = { from: string | null; to: string | null };

/**
 * The first and last day (YYYY-MM-DD) of a date filter, null where it is open. `from` may name a range, which is
 * that of the store's today.
 */
export function daysOf(
  { from, to }: Days,
  { timeZone, clockOffsetMs }: StoreClock,
): { first: string | null; last: string | null } {
  if (isNamedRange(from)) {
    const [first, last] = namedRanges[from](todayIn(timeZone, clockOffsetMs));
    return { first, last };
  }
  return { first: isDay(from) ? from : null, last: isDay(to) ? to : null };
}

/** The timestamps at which a date filter begins (inclusive) and ends (exclusive) in the store's time zone. */
export function instantsOf(days: Days, clock: StoreClock) {
  const { first, last } = daysOf(days, clock);
  return {
    from: first && startOfDay(first, clock.timeZone),
    to: last && endOfDay(last, clock.timeZone),
  };
}
