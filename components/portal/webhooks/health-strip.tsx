import { useTranslations } from "next-intl";
import { useSession } from "@/components/kit/api/session";
import { pageLocale } from "@/components/kit/locale/locale";
import { cx } from "@/components/kit/ui/cx";
import type { Health } from "./types";

type Hour = Health["hours"][number];

const hourMs = 60 * 60 * 1_000;
const stripHours = 24;

/** Delivery counts of the last 24 hours, oldest first, with zeros for hours without attempts. */
export function hoursOfLastDay(hours: readonly Hour[], now: Date): Hour[] {
  const currentMs = Math.floor(now.getTime() / hourMs) * hourMs;
  const day = Array.from({ length: stripHours }, (_, index) => ({
    startsAt: new Date(currentMs - (stripHours - 1 - index) * hourMs).toISOString(),
    delivered: 0,
    failed: 0,
  }));
  for (const hour of hours) {
    const ageHours = Math.floor((currentMs - Date.parse(hour.startsAt)) / hourMs);
    // The last 24 hours start mid-hour; attempts in that partial hour count toward the first hour shown.
    const slot = day[Math.max(0, Math.min(stripHours - 1, stripHours - 1 - ageHours))];
    if (!slot) continue;
    slot.delivered += hour.delivered;
    slot.failed += hour.failed;
  }
  return day;
}

// Failures are hatched, so that they differ without color.
const hatch =
  "bg-[repeating-linear-gradient(135deg,var(--color-danger-line)_0_3px,var(--color-danger-tint)_3px_5px)]";
const leastShare = 0.3;

type Props = { health: Health; size: "row" | "page" };

/**
 * The last 24 hours as one tile per hour: solid if delivered, hatched if failed, empty if there
 * were no attempts.
 */
export function HealthStrip({ health, size }: Props) {
  const t = useTranslations("webhooks");
  const { merchant } = useSession();
  const { delivered, failed, hours } = health;
  const clock = new Intl.DateTimeFormat(pageLocale(), {
    timeStyle: "short",
    timeZone: merchant.timeZone,
  });
  return (
    <div
      role="img"
      aria-label={t("health.strip", { delivered, failed })}
      className={cx("flex", size === "row" ? "h-5 w-24 gap-px" : "h-10 w-full gap-0.5 sm:gap-1")}
    >
      {hoursOfLastDay(hours, new Date()).map((hour) => (
        <Tile key={hour.startsAt} hour={hour} from={clock.format(new Date(hour.startsAt))} />
      ))}
    </div>
  );
}

function Tile({ hour, from }: { hour: Hour; from: string }) {
  const t = useTranslations("webhooks");
  const { delivered, failed } = hour;
  const attempts = delivered + failed;
  const share = attempts === 0 ? 0 : failed / attempts;
  const failedShare = failed > 0 && delivered > 0 ? Math.max(share, leastShare) : share;
  return (
    <span
      title={t("health.tile", { time: from, delivered, failed })}
      className={cx(
        "flex min-w-0 flex-1 flex-col overflow-hidden rounded-[2px]",
        attempts === 0 ? "bg-hover" : "bg-positive-line",
      )}
    >
      {failed > 0 && <span className={hatch} style={{ height: `${failedShare * 100}%` }} />}
    </span>
  );
}
