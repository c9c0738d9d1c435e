import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { url } from "@/components/kit/api/api";
import { usePost, useRefresh } from "@/components/kit/api/queries";
import { Button } from "@/components/kit/ui/button";
import { Progress } from "@/components/kit/ui/progress";
import { RadioGroup } from "@/components/kit/ui/radio-group";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Section } from "@/components/kit/ui/section";
import { REPLAY_CHOICES, type ReplayChoice } from "@/lib/domain/webhooks/webhook";
import type { ReplayResult, Webhook } from "./types";
import { changedByWebhook, idlePollMs, useWebhook } from "./use-webhook";

type Props = { webhook: Webhook; onDone: () => void };

/** Choices for the events a webhook missed, and the replay's progress. */
export function MissedEvents({ webhook, onDone }: Props) {
  const tc = useTranslations("common");
  const t = useTranslations("webhooks");
  const { missed } = webhook.health;
  const [choice, setChoice] = useState<ReplayChoice>("all");
  const refresh = useRefresh();
  const update = () => {
    void refresh(...changedByWebhook(webhook));
  };
  const replay = usePost(url("/api/v1/webhooks/{id}/replay", webhook), {
    // Not here, because it is awaited: the progress is shown before the page knows that nothing is missed any more.
    refresh: [],
    done: update,
    failed: update,
  });

  if (replay.data) {
    return <ReplayProgress webhookId={webhook.id} result={replay.data} onDone={onDone} />;
  }
  if (missed === 0) {
    return (
      <>
        <p className="text-muted">{t("missed.none")}</p>
        {webhook.active && (
          <Button className="justify-self-start" onClick={onDone}>
            {tc("actions.done")}
          </Button>
        )}
      </>
    );
  }
  if (!webhook.active) {
    return <p className="text-muted">{t("missed.soFar", { count: missed })}</p>;
  }
  return (
    <>
      <p>{t("missed.question", { count: missed })}</p>
      <MissedChoice value={choice} onChange={setChoice} />
      <Button
        variant="primary"
        className="justify-self-start"
        busy={replay.isPending}
        onClick={() => replay.mutate({ missed: choice })}
      >
        {t(`missed.${choice}.button`, { count: missed })}
      </Button>
      <RequestFailure error={replay.error} />
    </>
  );
}

type ChoiceProps = { value: ReplayChoice; onChange: (choice: ReplayChoice) => void };

export function MissedChoice({ value, onChange }: ChoiceProps) {
  const t = useTranslations("webhooks");
  return (
    <RadioGroup
      label={t("missed.title")}
      value={value}
      onValueChange={onChange}
      options={REPLAY_CHOICES.map((choice) => ({
        value: choice,
        label: t(`missed.${choice}.label`),
        help: t(`missed.${choice}.help`),
      }))}
    />
  );
}

/** Panel for an active webhook that missed events earlier. */
export function MissedPanel(props: Props) {
  const t = useTranslations("webhooks");
  return (
    <Section
      title={t("missed.title")}
      className="rounded-md border border-attention-line bg-surface p-4 md:p-6"
    >
      <MissedEvents {...props} />
    </Section>
  );
}

const progressEveryMs = 1_000;

type ProgressProps = { webhookId: string; result: ReplayResult; onDone: () => void };

/** Progress of a replay. Polls every second until nothing is pending. */
export function ReplayProgress({ webhookId, result, onDone }: ProgressProps) {
  const tc = useTranslations("common");
  const t = useTranslations("webhooks");
  const { queued, dismissed } = result;
  const leftOf = (known?: Webhook) =>
    known ? Math.min(queued, known.health.pending + known.health.missed) : queued;
  const webhook = useWebhook(webhookId, (known) =>
    leftOf(known) > 0 ? progressEveryMs : idlePollMs,
  ).data;
  const refresh = useRefresh();
  const [failedBefore] = useState(webhook?.health.lastFailure?.at);
  const left = leftOf(webhook);
  const sent = queued - left;
  const finished = left === 0;
  useEffect(() => {
    if (finished) void refresh(...changedByWebhook({ id: webhookId }));
  }, [finished, refresh, webhookId]);

  return (
    <div className="grid gap-3">
      {queued > 0 && (
        <div className="grid gap-1.5">
          <Progress label={t("missed.progress.label")} done={sent} total={queued} />
          <p aria-live="polite" className="tabular-nums">
            {t("missed.progress.delivered", { sent, total: queued })}
          </p>
        </div>
      )}
      {dismissed > 0 && (
        <p className="text-muted">{t("missed.progress.skipped", { count: dismissed })}</p>
      )}
      {webhook && !finished && <Trouble webhook={webhook} failedBefore={failedBefore} />}
      {(finished || queued === 0) && <p>{t("missed.progress.finished")}</p>}
      <Button
        variant={finished ? "primary" : "secondary"}
        className="justify-self-start"
        onClick={onDone}
      >
        {finished ? tc("actions.done") : tc("actions.close")}
      </Button>
    </div>
  );
}

type TroubleProps = { webhook: Webhook; failedBefore: string | undefined };

function Trouble({ webhook, failedBefore }: TroubleProps) {
  const t = useTranslations("webhooks");
  const { active, health, lastError } = webhook;
  if (!active) {
    return (
      <p className="text-danger">{t("missed.progress.disabled", { error: lastError ?? "" })}</p>
    );
  }
  if (!health.lastFailure || health.lastFailure.at === failedBefore) return null;
  return (
    <p className="text-muted">
      {t("missed.progress.failing", { error: health.lastFailure.error })}
    </p>
  );
}
