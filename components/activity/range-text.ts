import { pageLocale } from "@/components/locale";
import type { DateRange } from "@/lib/date-ranges";

/** Formats days as "Nov 1 – 26, 2026". In UTC, because calendar days have no time zone. */
export const rangeText = ({ from, to }: DateRange): string =>
  new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium", timeZone: "UTC" }).formatRange(
    Date.parse(from),
    Date.parse(to),
  );
