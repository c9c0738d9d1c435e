import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { formatNumber } from "@/components/kit/money/numbers";
import { Time, TimeOfDay } from "@/components/kit/ui/format";
import { Section } from "@/components/kit/ui/section";
import { HealthStrip, hoursOfLastDay } from "./health-strip";
import type { Health } from "./types";
import { successRate } from "./words";

export function HealthPanel({ health }: { health: Health }) {
  const t = useTranslations("webhooks");
  const attempts = health.delivered + health.failed;
  const rate = successRate(health);
  return (
    <Section title={t("health.title")}>
      <div className="grid gap-4 rounded-md border bg-surface p-4">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          <Figure name={t("health.rate")} value={rate ?? "–"} />
          <Figure name={t("health.attempts")} value={formatNumber(attempts)} />
          <Figure name={t("status.pending")} value={formatNumber(health.pending)} />
          <Figure name={t("health.missed")} value={formatNumber(health.missed)} />
        </dl>
        <div className="grid gap-1.5">
          <HealthStrip health={health} size="page" />
          <div className="flex justify-between text-xs text-muted">
            <span>{t("health.start")}</span>
            <span>{t("health.now")}</span>
          </div>
        </div>
        <p className="text-sm text-muted">
          <LastFailure health={health} />
        </p>
        {attempts > 0 && <HourTable health={health} />}
      </div>
    </Section>
  );
}

function LastFailure({ health }: { health: Health }) {
  const t = useTranslations("webhooks");
  const { lastFailure, delivered, failed, missed, pending } = health;
  if (lastFailure) {
    return t.rich("health.lastFailure", {
      message: lastFailure.error,
      error: (text) => <span className="text-ink">{text}</span>,
      time: () => <Time at={lastFailure.at} />,
    });
  }
  if (delivered + failed > 0) return t("health.noFailures");
  return missed + pending > 0 ? t("health.noAttempts") : t("health.noEvents");
}

const Figure = ({ name, value }: { name: string; value: ReactNode }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-xl font-semibold tabular-nums">{value}</dd>
  </div>
);

function HourTable({ health: { delivered, failed, hours } }: { health: Health }) {
  const t = useTranslations("webhooks");
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-muted underline-offset-4 hover:text-ink hover:underline">
        {t("health.table")}
      </summary>
      <table className="mt-2 w-full max-w-md text-left tabular-nums">
        <caption className="sr-only">{t("health.byHour")}</caption>
        <thead className="text-xs text-muted">
          <tr>
            {[t("health.hour"), t("health.delivered"), t("health.failed")].map((header) => (
              <th
                key={header}
                scope="col"
                className="py-1.5 text-right font-medium first:text-left"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hoursOfLastDay(hours, new Date())
            .filter((hour) => hour.delivered + hour.failed > 0)
            .map((hour) => (
              <tr key={hour.startsAt} className="border-t">
                <td className="py-1.5">
                  <TimeOfDay at={hour.startsAt} />
                </td>
                <td className="py-1.5 text-right">{hour.delivered}</td>
                <td className="py-1.5 text-right">{hour.failed}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className="mt-1.5 text-muted">{t("health.totals", { delivered, failed })}</p>
    </details>
  );
}
