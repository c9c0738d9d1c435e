import type { ReactNode } from "react";
import { countOf, formatNumber } from "@/components/numbers";
import { Time, TimeOfDay } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { HealthStrip, hoursOfLastDay } from "./health-strip";
import type { Health } from "./types";
import { statusWords, successRate } from "./words";

export function HealthPanel({ health }: { health: Health }) {
  const attempts = health.delivered + health.failed;
  const rate = successRate(health);
  return (
    <Section title="Last 24 hours">
      <div className="grid gap-4 rounded-md border bg-surface p-4">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          <Figure name="Success rate" value={rate ?? "–"} />
          <Figure name="Attempts" value={formatNumber(attempts)} />
          <Figure name={statusWords.pending} value={formatNumber(health.pending)} />
          <Figure name="Missed" value={formatNumber(health.missed)} />
        </dl>
        <div className="grid gap-1.5">
          <HealthStrip health={health} size="page" />
          <div className="flex justify-between text-xs text-muted">
            <span>24 hours ago</span>
            <span>Now</span>
          </div>
        </div>
        <p className="text-sm text-muted">
          {health.lastFailure ? (
            <>
              Last failure <Time at={health.lastFailure.at} />:{" "}
              <span className="text-ink">{health.lastFailure.error}</span>
            </>
          ) : attempts > 0 ? (
            "Nothing failed."
          ) : health.missed + health.pending > 0 ? (
            "Nothing was sent."
          ) : (
            "Nothing was sent: no subscribed event happened."
          )}
        </p>
        {attempts > 0 && <HourTable health={health} />}
      </div>
    </Section>
  );
}

const Figure = ({ name, value }: { name: string; value: ReactNode }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-xl font-semibold tabular-nums">{value}</dd>
  </div>
);

const HourTable = ({ health }: { health: Health }) => (
  <details className="text-sm">
    <summary className="w-fit rounded-sm text-muted underline-offset-4 hover:text-ink hover:underline">
      The same in numbers
    </summary>
    <table className="mt-2 w-full max-w-md text-left tabular-nums">
      <caption className="sr-only">Attempts by hour</caption>
      <thead className="text-xs text-muted">
        <tr>
          {["Hour from", "Delivered", "Failed"].map((header) => (
            <th key={header} scope="col" className="py-1.5 text-right font-medium first:text-left">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hoursOfLastDay(health.hours, new Date())
          .filter(({ delivered, failed }) => delivered + failed > 0)
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
    <p className="mt-1.5 text-muted">
      {countOf(health.delivered, "attempt was delivered", "attempts were delivered")},{" "}
      {countOf(health.failed, "failed", "failed")}.
    </p>
  </details>
);
