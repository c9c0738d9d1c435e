import { isTimeZone } from "@/lib/base/time/time-zone";

/**
 * The browser's time zone, or `otherwise` if it is unknown or has no IANA name of a region: Etc/Unknown, EST5EDT,
 * +00:00, or nothing, as in old browsers.
 */
export function browserTimeZone(otherwise: string): string {
  const { timeZone = "" }: { timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone !== "Etc/Unknown" && isTimeZone(timeZone) ? timeZone : otherwise;
}
