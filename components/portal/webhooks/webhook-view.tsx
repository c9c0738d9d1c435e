"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMayWrite } from "@/components/kit/api/session";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { Chip, Tag } from "@/components/kit/ui/chip";
import { Fact, Facts, IdFact } from "@/components/kit/ui/facts";
import { Time } from "@/components/kit/ui/format";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Section } from "@/components/kit/ui/section";
import { Loaded, LoadingStatus, Skeleton } from "@/components/kit/ui/states";
import { Deliveries } from "./deliveries";
import { DisabledNotice } from "./disabled-notice";
import { HealthPanel } from "./health-panel";
import { Retries } from "./retries";
import { SecretPanel } from "./secret-panel";
import type { Webhook } from "./types";
import { useWebhook } from "./use-webhook";
import { WebhookActions } from "./webhook-actions";
import { shortUrl, webhookState } from "./words";

// Few webhooks need recovery, so it loads on demand.
const MissedPanel = dynamic(async () => (await import("./missed-events")).MissedPanel);
const Recovery = dynamic(async () => (await import("./recovery")).Recovery);
const DisabledByMerchant = dynamic(
  async () => (await import("./disabled-by-merchant")).DisabledByMerchant,
);

const parentOf = (t: Translate<"webhooks">) => ({ href: "/webhooks", label: t("list.title") });

/** A webhook's page: problems and recovery, health, settings and deliveries. */
export function WebhookView({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const webhook = useWebhook(id);
  return (
    <>
      {!webhook.data && <PageHeader unnamed title={t("page.title")} parent={parentOf(t)} />}
      <Loaded
        query={webhook}
        loading={<WebhookSkeleton />}
        onError={
          <Button asChild>
            <Link href="/webhooks" prefetch={false}>
              {t("page.all")}
            </Link>
          </Button>
        }
      >
        {(known) => <KnownWebhook webhook={known} />}
      </Loaded>
    </>
  );
}

function KnownWebhook({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const mayWrite = useMayWrite();
  return (
    <>
      <PageHeader
        parent={parentOf(t)}
        title={
          <span className="font-mono text-lg break-all md:text-xl">{shortUrl(webhook.url)}</span>
        }
        state={<Chip {...webhookState(t, webhook, new Date())} />}
        action={mayWrite && <WebhookActions webhook={webhook} />}
      />
      {!webhook.active && !(mayWrite && isDisabledByMerchant(webhook)) && (
        <DisabledNotice webhook={webhook} />
      )}
      {mayWrite && <RecoveryPanel webhook={webhook} />}
      <HealthPanel health={webhook.health} />
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-10">
        <div className="grid gap-6">
          <WebhookFacts webhook={webhook} />
          <Retries webhook={webhook} />
        </div>
        {mayWrite && <SecretPanel webhook={webhook} />}
      </div>
      <Deliveries webhook={webhook} />
    </>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  return (
    <Section title={t("page.settings")}>
      <Facts>
        <IdFact name={t("column.endpoint")} id={webhook.url} />
        <Fact name={t("column.events")}>
          <span className="flex flex-wrap justify-end gap-1 py-1">
            {webhook.events.map((event) => (
              <Tag key={event}>{event}</Tag>
            ))}
          </span>
        </Fact>
        <Fact name={t("page.created")}>
          <Time at={webhook.createdAt} />
        </Fact>
        <IdFact name={t("page.id")} id={webhook.id} />
      </Facts>
    </Section>
  );
}

const isDisabledByMerchant = (webhook: Webhook) => webhook.disabledReason === "merchant";

/** Recovery panel. It stays until its last step is done, even if the webhook is already healthy. */
function RecoveryPanel({ webhook }: { webhook: Webhook }) {
  const [panel, setPanel] = useState<"guide" | "off" | "missed" | null>(null);
  const [round, setRound] = useState(0);
  const close = () => {
    setPanel(null);
    setRound(round + 1);
  };
  const way = isDisabledByMerchant(webhook) ? "off" : "guide";
  if (!webhook.active && panel !== way) setPanel(way);
  else if (webhook.health.missed > 0 && panel === null) setPanel("missed");

  if (panel === "guide") return <Recovery key={round} webhook={webhook} onDone={close} />;
  if (panel === "off") return <DisabledByMerchant key={round} webhook={webhook} onDone={close} />;
  if (panel === "missed") return <MissedPanel key={round} webhook={webhook} onDone={close} />;
  return null;
}

const WebhookSkeleton = () => (
  <LoadingStatus className="grid gap-6">
    <Skeleton className="h-40 w-full rounded-md" />
    <div className="grid gap-6 lg:grid-cols-2">
      <Skeleton className="h-32 w-full rounded-md" />
      <Skeleton className="h-32 w-full rounded-md" />
    </div>
  </LoadingStatus>
);
