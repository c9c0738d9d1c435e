/**
 * First and last day (YYYY-MM-DD) of the month that is `before` months before the current one in
 * `timeZone`.
 */
export function monthSpan(now: Date, timeZone: string, before: number) {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "numeric",
  }).formatToParts(now);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const day = (month: number, date: number) =>
    new Date(Date.UTC(read("year"), month, date)).toISOString().slice(0, 10);
  // Months count from 0, and day 0 is the last day of the previous month.
  const month = read("month") - 1 - before;
  return { from: day(month, 1), to: day(month + 1, 0) };
}
