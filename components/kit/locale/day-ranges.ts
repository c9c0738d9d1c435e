import { addDays, type DateRange, monthOf, RECENT_RANGES } from "@/lib/base/time/date-ranges";
import { endOfDay, isDay, startOfDay, todayIn } from "./days";

/** Ranges that date filters offer by name; `today` is the store's date. */
const namedRanges = {
  today: (today) => ({ from: today, to: today }),
  "last-7-days": RECENT_RANGES["7d"],
  "next-7-days": (today) => ({ from: today, to: addDays(today, 6) }),
  "next-30-days": (today) => ({ from: today, to: addDays(today, 29) }),
  "this-month": monthOf,
} as const satisfies Record<string, (today: string) => DateRange>;

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
    const { from: first, to: last } = namedRanges[from](todayIn(timeZone, clockOffsetMs));
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
