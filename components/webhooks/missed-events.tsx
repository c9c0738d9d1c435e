import { useEffect, useState } from "react";
import { url } from "@/components/api";
import { countOf, formatNumber } from "@/components/numbers";
import { usePost, useRefresh } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { RadioGroup } from "@/components/ui/radio-group";
import { RequestFailure } from "@/components/ui/request-failure";
import { Section } from "@/components/ui/section";
import type { ReplayChoice } from "@/lib/webhooks/webhook";
import type { ReplayResult, Webhook } from "./types";
import { changedByWebhook, idlePollMs, useWebhook } from "./use-webhook";

type Props = { webhook: Webhook; onDone: () => void };

/** Choices for the events a webhook missed, and the replay's progress. */
export function MissedEvents({ webhook, onDone }: Props) {
  const { missed } = webhook.health;
  const [choice, setChoice] = useState<ReplayChoice>("all");
  const refresh = useRefresh();
  const replay = usePost(url("/api/v1/webhooks/{id}/replay", webhook), {
    // Not awaited: the progress is shown before the page knows that nothing is missed any more.
    done: () => {
      void refresh(...changedByWebhook(webhook));
    },
  });

  if (replay.data) {
    return <ReplayProgress webhookId={webhook.id} result={replay.data} onDone={onDone} />;
  }
  if (missed === 0) {
    return (
      <>
        <p className="text-muted">No event was missed.</p>
        {webhook.active && (
          <Button className="justify-self-start" onClick={onDone}>
            Done
          </Button>
        )}
      </>
    );
  }
  if (!webhook.active) {
    return (
      <p className="text-muted">
        {countOf(missed, "event was", "events were")} missed so far. Once the webhook is active you
        choose whether to replay them.
      </p>
    );
  }
  return (
    <>
      <p>
        {missed === 1
          ? "1 event was missed. What should happen to it?"
          : `${countOf(missed, "event")} were missed. What should happen to them?`}
      </p>
      <MissedChoice value={choice} onChange={setChoice} />
      <Button
        variant="primary"
        className="justify-self-start"
        busy={replay.isPending}
        onClick={() => replay.mutate({ missed: choice })}
      >
        {replayButtonLabels[choice](missed)}
      </Button>
      <RequestFailure error={replay.error} />
    </>
  );
}

type ChoiceProps = { value: ReplayChoice; onChange: (choice: ReplayChoice) => void };

export const MissedChoice = ({ value, onChange }: ChoiceProps) => (
  <RadioGroup label="Missed events" value={value} onValueChange={onChange} options={[...choices]} />
);

const choices = [
  { value: "all", label: "Replay all", help: "Every one of them, each with fresh retries" },
  {
    value: "latest",
    label: "Latest per card",
    help: "Only each card's newest of its kind: enough to put balances right",
  },
  {
    value: "skip",
    label: "Skip",
    help: "None. They stay in the log, and each can be resent from there",
  },
] as const;

const replayButtonLabels: Record<ReplayChoice, (missed: number) => string> = {
  all: (missed) => `Replay ${countOf(missed, "event")}`,
  latest: () => "Replay the latest per card",
  skip: (missed) => `Skip ${countOf(missed, "event")}`,
};

/** Panel for an active webhook that missed events earlier. */
export const MissedPanel = (props: Props) => (
  <Section
    title="Missed events"
    className="rounded-md border border-attention-line bg-surface p-4 md:p-6"
  >
    <MissedEvents {...props} />
  </Section>
);

const progressEveryMs = 1_000;

type ProgressProps = { webhookId: string; result: ReplayResult; onDone: () => void };

/** Progress of a replay. Polls every second until nothing is pending. */
export function ReplayProgress({ webhookId, result, onDone }: ProgressProps) {
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
          <Progress label="Replay" done={sent} total={queued} />
          <p aria-live="polite" className="tabular-nums">
            {formatNumber(sent)} of {countOf(queued, "event")} delivered
          </p>
        </div>
      )}
      {dismissed > 0 && (
        <p className="text-muted">{countOf(dismissed, "event was", "events were")} skipped.</p>
      )}
      {webhook && !finished && <Trouble webhook={webhook} failedBefore={failedBefore} />}
      {(finished || queued === 0) && <p>Nothing is missing any more.</p>}
      <Button
        variant={finished ? "primary" : "secondary"}
        className="justify-self-start"
        onClick={onDone}
      >
        {finished ? "Done" : "Close"}
      </Button>
    </div>
  );
}

type TroubleProps = { webhook: Webhook; failedBefore: string | undefined };

function Trouble({ webhook, failedBefore }: TroubleProps) {
  const { active, health, lastError } = webhook;
  if (!active) {
    return <p className="text-danger">Disabled again: {lastError} The rest is kept.</p>;
  }
  if (!health.lastFailure || health.lastFailure.at === failedBefore) return null;
  return (
    <p className="text-muted">
      What fails is retried after about 1, 5 and 30 minutes, also when you leave this page. Last
      failure: {health.lastFailure.error}
    </p>
  );
}
