"use client";

import { formatMoney } from "@/components/money";
import { useSession } from "@/components/session";

type Props = { amountCents: number | bigint; currency: string; signed?: boolean };

/** A formatted amount, with digits of equal width. */
export const Money = ({ amountCents, currency, signed }: Props) => (
  <span className="whitespace-nowrap tabular-nums">
    {formatMoney(amountCents, currency, signed)}
  </span>
);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type TimeProps = { at: string; exact?: boolean };

/**
 * A timestamp: relative within 7 days, then as a date. The title has the exact time in the store's
 * time zone.
 */
export function Time({ at, exact }: TimeProps) {
  const { merchant } = useSession();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactly(moment, merchant.timeZone)} className="whitespace-nowrap">
      {exact
        ? exactly(moment, merchant.timeZone)
        : (relatively(moment, new Date()) ?? onDay(moment, merchant.timeZone))}
    </time>
  );
}

/** Time of day only, for where the date is already shown. */
export function Clock({ at }: { at: string }) {
  const { merchant } = useSession();
  const moment = new Date(at);
  const shown = new Intl.DateTimeFormat(undefined, {
    timeStyle: "short",
    timeZone: merchant.timeZone,
  }).format(moment);
  return (
    <time dateTime={at} title={exactly(moment, merchant.timeZone)} className="whitespace-nowrap">
      {shown}
    </time>
  );
}

/** "12 Nov 2026, 14:03:09 CET", in the user's locale and the store's time zone. */
const exactly = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(moment);

/** The date of a timestamp in the store's time zone. */
export const onDay = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone }).format(moment);

/** Formats a calendar date (YYYY-MM-DD), which has no time zone. */
export const onDate = (date: string) => onDay(new Date(`${date}T00:00:00Z`), "UTC");

function relatively(moment: Date, now: Date): string | null {
  const pastMs = now.getTime() - moment.getTime();
  const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  const distanceMs = Math.abs(pastMs);
  const sign = pastMs >= 0 ? -1 : 1;
  if (distanceMs < minuteMs) return "just now";
  if (distanceMs < hourMs)
    return relative.format(sign * Math.floor(distanceMs / minuteMs), "minute");
  if (distanceMs < dayMs) return relative.format(sign * Math.floor(distanceMs / hourMs), "hour");
  if (distanceMs < 7 * dayMs) return relative.format(sign * Math.floor(distanceMs / dayMs), "day");
  return null;
}

const parts = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** Date and time in the user's own time zone. The title has seconds and the full zone name. */
export function LocalTime({ at }: { at: string }) {
  const moment = new Date(at);
  const exact = { ...parts, second: "2-digit", timeZoneName: "long" } as const;
  return (
    <time dateTime={at} title={new Intl.DateTimeFormat(undefined, exact).format(moment)}>
      {new Intl.DateTimeFormat(undefined, parts).format(moment)}
    </time>
  );
}
