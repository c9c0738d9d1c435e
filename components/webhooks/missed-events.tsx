"use client";

import { useState } from "react";
import { url } from "@/components/api";
import { countOf } from "@/components/numbers";
import { usePost, useRefresh } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/radio-group";
import { RequestFailure } from "@/components/ui/request-failure";
import { Section } from "@/components/ui/section";
import type { ReplayChoice } from "@/lib/webhooks/webhook";
import { ReplayProgress } from "./replay-progress";
import type { Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";

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
        {verbs[choice](missed)}
      </Button>
      <RequestFailure error={replay.error} />
    </>
  );
}

type ChoiceProps = { value: ReplayChoice; onChange: (choice: ReplayChoice) => void };

/** Radio buttons for how to replay missed events. */
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

const verbs: Record<ReplayChoice, (missed: number) => string> = {
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
