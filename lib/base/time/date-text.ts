import type { DateRange } from "./date-ranges";

// In UTC, because calendar days have no time zone.
const timeZone = "UTC";

/** Formats a month (YYYY-MM) as "November 2026" or "Nov 2026". */
export const monthTextIn = (locale: string, month: string, length: "long" | "short" = "long") =>
  new Intl.DateTimeFormat(locale, { month: length, year: "numeric", timeZone }).format(
    Date.parse(month),
  );

/** Formats a range of days as "Nov 1 – 26, 2026". */
export const rangeTextIn = (locale: string, { from, to }: DateRange): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }).formatRange(
    Date.parse(from),
    Date.parse(to),
  );
