import { addDays } from "@/lib/base/time/date-ranges";
import { dateIn } from "@/lib/base/time/time-zone";
import { pageLocale } from "./locale";

const dayMs = 24 * 60 * 60 * 1_000;

// The API's timestamps are of the years 1970 to 9999, and a day can end in the next year.
const [firstDay, lastDay] = ["1970-01-01", "9998-12-31"];

/** Whether `text` is a calendar day (YYYY-MM-DD) of the years 1970 to 9998. */
export const isDay = (text: string | null): text is string =>
  text !== null &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  text >= firstDay &&
  text <= lastDay &&
  !Number.isNaN(Date.parse(text));

/**
 * The timestamp (ISO 8601) of the first instant of a calendar day (YYYY-MM-DD) in a time zone, also where clocks skip
 * midnight, or show it twice.
 */
export function startOfDay(date: string, timeZone: string): string {
  const asUtcMs = Date.parse(`${date}T00:00:00Z`);
  const offsetsMs = [asUtcMs - dayMs, asUtcMs + dayMs].map((at) => offsetMs(at, timeZone));
  // Where clocks change around midnight, the larger offset shows it first.
  const midnightMs = asUtcMs - Math.max(...offsetsMs);
  if (midnightMs + offsetMs(midnightMs, timeZone) === asUtcMs) return isoOf(midnightMs);
  return isoOf(firstMs(asUtcMs - dayMs, asUtcMs + dayMs, (at) => localMs(at, timeZone) >= asUtcMs));
}

const isoOf = (ms: number) => new Date(ms).toISOString();
const localMs = (instantMs: number, timeZone: string) => instantMs + offsetMs(instantMs, timeZone);

/** The first whole second after `beforeMs`, up to `byMs`, for which `isLate` holds from then on. */
function firstMs(beforeMs: number, byMs: number, isLate: (atMs: number) => boolean): number {
  let [early, late] = [beforeMs / 1_000, byMs / 1_000];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (isLate(middle * 1_000)) late = middle;
    else early = middle;
  }
  return late * 1_000;
}

/** The timestamp at which the day after `date` starts: the end of a range that includes `date`. */
export const endOfDay = (date: string, timeZone: string): string =>
  startOfDay(addDays(date, 1), timeZone);

/** How far a time zone is ahead of UTC at a timestamp, in ms. */
function offsetMs(instantMs: number, timeZone: string): number {
  // Swedish writes "2026-11-23 14:59:33", which parses as a timestamp.
  const local = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone,
  }).format(instantMs);
  return Date.parse(`${local.replace(" ", "T")}Z`) - Math.floor(instantMs / 1_000) * 1_000;
}

/** Today's date (YYYY-MM-DD) in a time zone, by a clock that is this far ahead. */
export const todayIn = (timeZone: string, aheadMs = 0) =>
  dateIn(new Date(Date.now() + aheadMs), timeZone);

/** The date of a timestamp in a time zone, in the page's language. */
export const formatDay = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium", timeZone }).format(moment);

/** Formats a calendar date (YYYY-MM-DD), which has no time zone. */
export const formatDate = (date: string) => formatDay(new Date(`${date}T00:00:00Z`), "UTC");
