import { countOf } from "@/components/numbers";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { type Column, RowLink } from "@/components/ui/table";
import { HealthStrip } from "./health-strip";
import type { Webhook } from "./types";
import { shortUrl, successRate, webhookState } from "./words";

export const webhookColumns: Column<Webhook>[] = [
  {
    header: "Endpoint",
    phone: "what",
    cell: (webhook) => (
      <RowLink href={`/webhooks/${webhook.id}`}>
        <span
          className="block max-w-[calc(100vw-9rem)] truncate md:max-w-48 xl:max-w-xs"
          title={webhook.url}
        >
          {shortUrl(webhook.url)}
        </span>
      </RowLink>
    ),
  },
  {
    header: "Status",
    phone: "amount",
    cell: (webhook) => (
      <span className="flex flex-col items-start gap-1 max-md:items-end md:py-1.5">
        <Chip {...webhookState(webhook, new Date())} />
        {webhook.health.missed > 0 && (
          <Chip
            tone="info"
            word={`${countOf(webhook.health.missed, "event")} ${webhook.active ? "missed" : "kept"}`}
          />
        )}
      </span>
    ),
  },
  {
    header: "Events",
    phone: "hidden",
    from: "xl",
    cell: ({ events }) => (
      <span className="text-muted" title={events.join(", ")}>
        {countOf(events.length, "event")}
      </span>
    ),
  },
  {
    header: "Last 24 hours",
    phone: "hidden",
    from: "lg",
    cell: ({ health }) => <HealthStrip health={health} size="row" />,
  },
  {
    header: "Delivered",
    phone: "state",
    align: "right",
    cell: ({ health }) => (
      <span className="tabular-nums">
        {successRate(health) ?? <span className="text-muted">nothing sent</span>}
        <span className="text-muted md:hidden">{successRate(health) && " delivered"}</span>
      </span>
    ),
  },
  {
    header: "Last failure",
    phone: "when",
    from: "lg",
    cell: ({ health: { lastFailure } }) =>
      lastFailure ? (
        <span className="block whitespace-normal text-muted lg:max-w-36 lg:truncate lg:py-1.5 lg:leading-tight xl:max-w-52 2xl:max-w-xs">
          <Time at={lastFailure.at} />
          <span className="lg:hidden"> · </span>
          <span className="lg:block lg:truncate lg:text-sm" title={lastFailure.error}>
            {lastFailure.error}
          </span>
        </span>
      ) : (
        <span className="text-muted">
          none<span className="md:hidden"> failed</span>
        </span>
      ),
  },
];
