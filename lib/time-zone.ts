// A name only: Postgres would read an offset such as +01:00 the other way round.
const NAME = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;
const MAX_CHARS = 64;

/** Whether `name` is an IANA time zone, such as Europe/Zurich. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_CHARS || !NAME.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
