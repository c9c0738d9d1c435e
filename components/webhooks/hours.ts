import type { Hour } from "./types";

const hourMs = 60 * 60 * 1_000;
const hoursShown = 24;

/** Delivery counts of the last 24 hours, oldest first, with zeros for hours without attempts. */
export function lastDay(hours: readonly Hour[], now: Date): Hour[] {
  const currentMs = Math.floor(now.getTime() / hourMs) * hourMs;
  const day = Array.from({ length: hoursShown }, (_, index) => ({
    startsAt: new Date(currentMs - (hoursShown - 1 - index) * hourMs).toISOString(),
    delivered: 0,
    failed: 0,
  }));
  for (const hour of hours) {
    const ageHours = Math.floor((currentMs - Date.parse(hour.startsAt)) / hourMs);
    // The last 24 hours start mid-hour; attempts in that partial hour count toward the first hour shown.
    const slot = day[Math.max(0, Math.min(hoursShown - 1, hoursShown - 1 - ageHours))];
    if (!slot) continue;
    slot.delivered += hour.delivered;
    slot.failed += hour.failed;
  }
  return day;
}
