// Only names of regions: Postgres inverts the sign of offsets like +01:00, and treats abbreviations like
// IST or CET as fixed offsets, unlike browsers.
const NAME_PATTERN = /^(UTC|[A-Za-z][\w+-]*(\/[\w+-]+)+)$/i;
const MAX_CHARS = 64;

/** Whether `name` is UTC or an IANA time zone such as Europe/Zurich. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_CHARS || !NAME_PATTERN.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** The date (YYYY-MM-DD) of a timestamp in a time zone. */
export const dateIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(instant);
