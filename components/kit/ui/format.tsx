import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSession } from "@/components/kit/api/session";
import { formatDay } from "@/components/kit/locale/days";
import { pageLocale } from "@/components/kit/locale/locale";
import { formatMoney } from "@/components/kit/money/money";
import { useHydrated } from "./use-hydrated";

type Props = { amountCents: number | bigint; currency: string; signed?: boolean };

/** A formatted amount, with digits of equal width. */
export const Money = ({ amountCents, currency, signed }: Props) => (
  <span className="whitespace-nowrap tabular-nums">
    {formatMoney(amountCents, currency, signed)}
  </span>
);

const dayMs = 24 * 60 * 60 * 1_000;
const exactParts = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

const formatted = (at: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(pageLocale(), format).format(new Date(at));

type TimeProps = { at: string; className?: string; children: (timeZone: string) => ReactNode };

/** A timestamp in the store's time zone. The title has the exact time. */
function StoreTime({ at, className = "whitespace-nowrap", children }: TimeProps) {
  const { timeZone } = useSession().merchant;
  return (
    <time dateTime={at} title={formatExact(at, timeZone)} className={className}>
      {children(timeZone)}
    </time>
  );
}

/** A timestamp: relative within 7 days, then as a date. On paper, it is exact. */
export function Time({ at, exact }: { at: string; exact?: boolean }) {
  const t = useTranslations("common");
  if (exact) return <StoreTime at={at}>{(timeZone) => formatExact(at, timeZone)}</StoreTime>;
  return (
    <StoreTime
      at={at}
      className="whitespace-nowrap print:whitespace-normal print:before:content-[attr(title)]"
    >
      {(timeZone) => (
        // The server wrote "2 minutes ago" a moment earlier.
        <span className="print:hidden" suppressHydrationWarning>
          {formatRelative(at, t("justNow")) ?? formatDay(new Date(at), timeZone)}
        </span>
      )}
    </StoreTime>
  );
}

/** Time of day only, for where the date is already shown. */
export const TimeOfDay = ({ at }: { at: string }) => (
  <StoreTime at={at}>{(timeZone) => formatted(at, { timeStyle: "short", timeZone })}</StoreTime>
);

/** "12 Nov 2026, 14:03:09 CET", in the user's locale and the store's time zone. */
const formatExact = (at: string, timeZone: string) =>
  formatted(at, { ...exactParts, second: "2-digit", timeZone });

const units = [
  ["day", dayMs],
  ["hour", 60 * 60 * 1_000],
  ["minute", 60 * 1_000],
] as const;

/** "2 hours ago" within 7 days, else null. `justNow` stands for less than a minute. */
function formatRelative(at: string, justNow: string): string | null {
  const pastMs = Date.now() - Date.parse(at);
  const distanceMs = Math.abs(pastMs);
  if (distanceMs >= 7 * dayMs) return null;
  const [unit, unitMs] = units.find(([, ms]) => distanceMs >= ms) ?? [];
  if (!unit) return justNow;
  const count = Math.floor(distanceMs / unitMs) * (pastMs >= 0 ? -1 : 1);
  return new Intl.RelativeTimeFormat(pageLocale(), { numeric: "auto" }).format(count, unit);
}

/** Date and time in the user's own time zone. The title has seconds and the full zone name. */
export function LocalTime({ at }: { at: string }) {
  // The server, which may have written it, doesn't know that zone.
  const zone = useHydrated() ? {} : { timeZone: "UTC" };
  const title = { ...exactParts, ...zone, second: "2-digit", timeZoneName: "long" } as const;
  return (
    <time dateTime={at} title={formatted(at, title)}>
      {formatted(at, { ...exactParts, ...zone })}
    </time>
  );
}
