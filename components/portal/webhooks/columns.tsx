import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Translate } from "@/components/kit/locale/translate";
import { Chip } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { type Column, RowLink } from "@/components/kit/ui/table";
import { HealthStrip } from "./health-strip";
import type { Webhook } from "./types";
import { shortUrl, successRate, webhookState } from "./words";

export const webhookColumns = (t: Translate<"webhooks">): Column<Webhook>[] => [
  {
    header: t("column.endpoint"),
    phone: "what",
    cell: (webhook) => (
      <RowLink href={`/webhooks/${webhook.id}`}>
        <span className="block max-w-80 truncate lg:max-w-48 xl:max-w-xs stacked:max-w-none stacked:whitespace-normal stacked:break-all">
          {shortUrl(webhook.url)}
        </span>
      </RowLink>
    ),
  },
  {
    header: t("column.status"),
    phone: "amount",
    cell: (webhook) => (
      <span className="flex flex-col items-start gap-1 stacked:items-end unstacked:py-1.5">
        <Chip {...webhookState(t, webhook, new Date())} />
        {webhook.health.missed > 0 && (
          <Chip
            tone="info"
            word={t(webhook.active ? "list.missed" : "list.held", {
              count: webhook.health.missed,
            })}
          />
        )}
      </span>
    ),
  },
  {
    header: t("column.events"),
    phone: "hidden",
    from: "xl",
    cell: ({ events }) => (
      <span className="text-muted" title={events.join(", ")}>
        {t("list.events", { count: events.length })}
      </span>
    ),
  },
  {
    header: t("column.lastDay"),
    phone: "hidden",
    from: "lg",
    cell: ({ health }) => <HealthStrip health={health} size="row" />,
  },
  {
    header: t("column.delivered"),
    phone: "state",
    align: "right",
    cell: ({ health }) => <SuccessRate rate={successRate(health)} />,
  },
  {
    header: t("column.lastFailure"),
    phone: "who",
    from: "lg",
    cell: ({ health: { lastFailure } }) =>
      lastFailure ? (
        <span className="block whitespace-normal text-muted unstacked:max-w-36 unstacked:py-1.5 unstacked:leading-tight unstacked:xl:max-w-52 unstacked:min-[90rem]:max-w-xs">
          <Time at={lastFailure.at} />
          <span className="unstacked:hidden"> · </span>
          <span className="unstacked:block unstacked:truncate unstacked:text-sm">
            {lastFailure.error}
          </span>
        </span>
      ) : (
        <span className="text-muted">{t("list.noFailures")}</span>
      ),
  },
];

function SuccessRate({ rate }: { rate: string | null }) {
  const t = useTranslations("webhooks");
  if (rate === null) return <span className="text-muted">{t("list.noAttempts")}</span>;
  const phone = (text: ReactNode) => <span className="text-muted unstacked:hidden">{text}</span>;
  return <span className="tabular-nums">{t.rich("list.rate", { rate, phone })}</span>;
}
