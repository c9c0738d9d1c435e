import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Block } from "@/components/kit/ui/section";
import { Skeletons } from "@/components/kit/ui/states";
import { HealthStrip } from "@/components/portal/webhooks/health-strip";
import type { Webhook } from "@/components/portal/webhooks/types";
import { webhookList } from "@/components/portal/webhooks/use-webhook";
import { shortUrl, successRate, webhookState } from "@/components/portal/webhooks/words";
import { PanelLink } from "./cards-panel";

const maxShownWebhooks = 3;

export function WebhooksPanel() {
  const t = useTranslations("overview");
  const tc = useTranslations("common");
  const tw = useTranslations("webhooks");
  const webhooks = useQuery(webhookList);
  const all = webhooks.data?.webhooks ?? [];
  return (
    <Block
      title={t("webhooks.title")}
      action={
        all.length > 0 && (
          <PanelLink href="/webhooks">{t("webhooks.viewAll", { count: all.length })}</PanelLink>
        )
      }
    >
      {webhooks.isError && !webhooks.data ? (
        <p role="alert" className="text-muted">
          {t("webhooks.failed")}{" "}
          <Button size="sm" onClick={() => void webhooks.refetch()}>
            {tc("actions.retry")}
          </Button>
        </p>
      ) : webhooks.isPending ? (
        <Skeletons bars={["h-4 w-48", "h-5 w-full"]} className="grid gap-2" />
      ) : all.length === 0 ? (
        <p className="text-muted">
          {t.rich("webhooks.none", {
            link: (text) => <PanelLink href="/webhooks">{text}</PanelLink>,
          })}
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {inTroubleFirst(tw, all)
            .slice(0, maxShownWebhooks)
            .map((webhook) => (
              <Line key={webhook.id} webhook={webhook} />
            ))}
        </ul>
      )}
    </Block>
  );
}

const isWell = (t: Translate<"webhooks">, webhook: Webhook) =>
  webhookState(t, webhook, new Date()).tone === "positive";

const inTroubleFirst = (t: Translate<"webhooks">, webhooks: Webhook[]) =>
  webhooks.toSorted((a, b) => Number(isWell(t, a)) - Number(isWell(t, b)));

function Line({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("overview");
  const tw = useTranslations("webhooks");
  const { health } = webhook;
  const rate = successRate(health);
  const sent = rate ? t("webhooks.delivered", { rate }) : t("webhooks.nothingSent");
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <Link
          href={`/webhooks/${webhook.id}`}
          prefetch={false}
          className="min-w-0 truncate font-mono text-sm font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {shortUrl(webhook.url)}
        </Link>
        <Chip {...webhookState(tw, webhook, new Date())} />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <HealthStrip health={health} size="row" />
        <span className="min-w-0 truncate tabular-nums">
          {health.missed > 0 ? t("webhooks.missed", { sent, count: health.missed }) : sent}
        </span>
      </div>
    </li>
  );
}
