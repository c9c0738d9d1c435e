/** The first and the last day (YYYY-MM-DD) of the month before the one that runs in a zone. */
export function lastMonth(now: Date, timeZone: string): { from: string; to: string } {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "numeric",
  }).formatToParts(now);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const day = (month: number, date: number) =>
    new Date(Date.UTC(read("year"), month, date)).toISOString().slice(0, 10);
  // Months count from zero: the running month's day 0 is the last one of the month before.
  return { from: day(read("month") - 2, 1), to: day(read("month") - 1, 0) };
}
