// A region's name only: Postgres reads an offset such as +01:00 the other way round, and an
// abbreviation such as IST or CET as a fixed offset, where a browser means another or knows summers.
const NAME = /^(UTC|[A-Za-z][\w+-]*(\/[\w+-]+)+)$/i;
const MAX_CHARS = 64;

/** Whether `name` is UTC or an IANA time zone of a region, such as Europe/Zurich. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_CHARS || !NAME.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
