import { useTranslations } from "next-intl";
import { useState } from "react";
import { patch, post, url } from "@/components/kit/api/api";
import { useAction, useRefresh } from "@/components/kit/api/queries";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Section } from "@/components/kit/ui/section";
import type { ReplayChoice } from "@/lib/domain/webhooks/webhook";
import { DisabledSince } from "./disabled-notice";
import { MissedChoice, MissedEvents, ReplayProgress } from "./missed-events";
import type { Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";

type Props = { webhook: Webhook; onDone: () => void };

/** A webhook that someone disabled: since when, its held events, and a button to enable it. */
export function DisabledByMerchant({ webhook, onDone }: Props) {
  const t = useTranslations("webhooks");
  const { missed } = webhook.health;
  const [choice, setChoice] = useState<ReplayChoice>("all");
  const enable = useEnable(webhook, onDone);
  const { data: result, error } = enable;
  return (
    <Section
      title={webhook.active ? t("off.sectionOn") : t("off.section")}
      className="rounded-md border bg-surface p-4 md:p-6"
    >
      <RequestFailure error={error} />
      {result ? (
        <ReplayProgress webhookId={webhook.id} result={result} onDone={onDone} />
      ) : webhook.active && !enable.isPending ? (
        <MissedEvents webhook={webhook} onDone={onDone} />
      ) : (
        <>
          <p className="text-muted">
            <DisabledSince webhook={webhook} /> {t("off.held", { count: missed })}
          </p>
          {missed > 0 && (
            <>
              <p>{t("off.choice", { count: missed })}</p>
              <MissedChoice value={choice} onChange={setChoice} />
            </>
          )}
          <Button
            variant="primary"
            className="justify-self-start"
            busy={enable.isPending}
            onClick={() => enable.mutate(missed > 0 ? choice : null)}
          >
            {t("off.turnOn")}
          </Button>
        </>
      )}
    </Section>
  );
}

/** Enables the webhook, then replays held events as chosen; null if there are none. */
function useEnable(webhook: Webhook, onDone: () => void) {
  const t = useTranslations("webhooks");
  const refresh = useRefresh();
  // The webhook may be on even if the replay failed; then the choice is offered again.
  const update = () => refresh(...changedByWebhook(webhook));
  return useAction({
    send: async (choice: ReplayChoice | null) => {
      await patch(url("/api/v1/webhooks/{id}", webhook), { active: true });
      if (!choice) return null;
      return await post(url("/api/v1/webhooks/{id}/replay", webhook), { missed: choice });
    },
    refresh: [],
    done: async (result) => {
      await update();
      if (result) return;
      toast(t("off.turnedOn"));
      onDone();
    },
    failed: update,
  });
}
