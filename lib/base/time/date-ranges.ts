/** Calendar days (YYYY-MM-DD), both inclusive. */
export type DateRange = { from: string; to: string };

const DAY_MS = 86_400_000;

const startMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The calendar day (YYYY-MM-DD) that is this many days later. */
export const addDays = (day: string, days: number): string => dayOf(startMs(day) + days * DAY_MS);

/** The number of days in a range. */
export const daysIn = ({ from, to }: DateRange): number =>
  (startMs(to) - startMs(from)) / DAY_MS + 1;

const startOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

const endOfMonth = (day: string): string => {
  const first = new Date(startMs(startOfMonth(day)));
  return dayOf(first.setUTCMonth(first.getUTCMonth() + 1) - DAY_MS);
};

/** The whole month of a day. */
export const monthOf = (day: string): DateRange => ({
  from: startOfMonth(day),
  to: endOfMonth(day),
});

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(day: string, months: number): string {
  const first = new Date(startMs(startOfMonth(day)));
  const month = dayOf(first.setUTCMonth(first.getUTCMonth() + months)).slice(0, 7);
  const sameDay = `${month}${day.slice(7)}`;
  const last = endOfMonth(`${month}-01`);
  return sameDay < last ? sameDay : last;
}

const monthsIn = ({ from, to }: DateRange): number =>
  12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7)) +
  1;

/** Ranges that reports offer by name; `today` is the store's date. */
export const NAMED_RANGES = {
  this_month: (today) => ({ from: startOfMonth(today), to: today }),
  last_month: (today) => monthsBefore(today, 1),
  last_3_months: (today) => monthsBefore(today, 3),
  last_12_months: (today) => monthsBefore(today, 12),
  year_to_date: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
} as const satisfies Record<string, (today: string) => DateRange>;

/** Whole months that end before the current one. */
const monthsBefore = (today: string, months: number): DateRange => ({
  from: addMonths(startOfMonth(today), -months),
  to: addDays(startOfMonth(today), -1),
});

/** Ranges that end today, on the overview. */
export const RECENT_RANGES = {
  "7d": (today) => ({ from: addDays(today, -6), to: today }),
  "30d": (today) => ({ from: addDays(today, -29), to: today }),
  "90d": (today) => ({ from: addDays(today, -89), to: today }),
  "12m": (today) => ({ from: addMonths(startOfMonth(today), -11), to: today }),
} as const satisfies Record<string, (today: string) => DateRange>;

export const COMPARISONS = ["before", "year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * The range to compare with. `year`: the same days a year earlier. `before`: for whole months, as many months
 * before; for the beginning of a month, the same days of the month before; otherwise as many days before.
 */
export function comparedRange(range: DateRange, comparison: Comparison): DateRange {
  const { from, to } = range;
  const startsMonth = from === startOfMonth(from);
  const isWholeMonths = startsMonth && to === endOfMonth(to);
  if (comparison === "year") {
    const end = addMonths(to, -12);
    return { from: addMonths(from, -12), to: isWholeMonths ? endOfMonth(end) : end };
  }
  if (isWholeMonths) return { from: addMonths(from, -monthsIn(range)), to: addDays(from, -1) };
  if (startsMonth && monthsIn(range) === 1)
    return { from: addMonths(from, -1), to: addMonths(to, -1) };
  return { from: addDays(from, -daysIn(range)), to: addDays(from, -1) };
}

/** The length of one point of a chart. */
export type Step = "day" | "week" | "month";

const MAX_DAYS_BY_DAY = 31;
const MAX_DAYS_BY_WEEK = 190;

export function stepOf(range: DateRange): Step {
  const days = daysIn(range);
  if (days <= MAX_DAYS_BY_DAY) return "day";
  return days <= MAX_DAYS_BY_WEEK ? "week" : "month";
}

/** The points of a range without gaps. Weeks begin with the range; months are cut where it begins and ends. */
export function pointsOf(range: DateRange, step: Step): DateRange[] {
  const points: DateRange[] = [];
  for (let from = range.from; from <= range.to; ) {
    const end = step === "month" ? endOfMonth(from) : addDays(from, step === "week" ? 6 : 0);
    points.push({ from, to: end < range.to ? end : range.to });
    from = addDays(end, 1);
  }
  return points;
}

// In UTC, because calendar days have no time zone.
const timeZone = "UTC";

/** Formats a month (YYYY-MM) as "November 2026" or "Nov 2026". */
export const monthTextIn = (locale: string, month: string, length: "long" | "short" = "long") =>
  new Intl.DateTimeFormat(locale, { month: length, year: "numeric", timeZone }).format(
    Date.parse(month),
  );

/**
 * Formats a range of days as "Nov 1 – 26, 2026". With plain spaces: some servers and browsers have thin ones, and a page
 * must read the same on both.
 */
export const rangeTextIn = (locale: string, { from, to }: DateRange): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone })
    .formatRange(Date.parse(from), Date.parse(to))
    .replace(/\u2009/g, " ");
