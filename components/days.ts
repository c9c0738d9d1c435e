import { pageLocale } from "./locale";

const dayMs = 24 * 60 * 60 * 1_000;

/** Whether `text` is a calendar day (YYYY-MM-DD). */
export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The timestamp (ISO 8601) at which a calendar day (YYYY-MM-DD) starts in a time zone. */
export function startOfDay(date: string, timeZone: string): string {
  const asUtcMs = Date.parse(`${date}T00:00:00Z`);
  const guessMs = asUtcMs - offsetMs(asUtcMs, timeZone);
  return new Date(asUtcMs - offsetMs(guessMs, timeZone)).toISOString();
}

/** The timestamp at which the day after `date` starts: the end of a range that includes `date`. */
export const endOfDay = (date: string, timeZone: string): string =>
  startOfDay(
    new Date(Date.parse(`${date}T00:00:00Z`) + dayMs).toISOString().slice(0, 10),
    timeZone,
  );

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

/** The date (YYYY-MM-DD) of a timestamp in a time zone. */
export const dateIn = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(instant);

/** Today's date (YYYY-MM-DD) in a time zone, by a clock that is this far ahead. */
export const todayIn = (timeZone: string, aheadMs = 0) =>
  dateIn(new Date(Date.now() + aheadMs), timeZone);

/** The date of a timestamp in a time zone, in the page's language. */
export const formatDay = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium", timeZone }).format(moment);

/** Formats a calendar date (YYYY-MM-DD), which has no time zone. */
export const formatDate = (date: string) => formatDay(new Date(`${date}T00:00:00Z`), "UTC");
