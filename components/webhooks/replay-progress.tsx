"use client";

import { useEffect, useState } from "react";
import { countOf, number } from "@/components/numbers";
import { useRefresh } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { ReplayResult, Webhook } from "./types";
import { changedByWebhook, useWebhook, watchMs } from "./use-webhook";

const progressEveryMs = 1_000;

type Props = { webhookId: string; result: ReplayResult; onDone: () => void };

/** Progress of a replay. Polls every second until nothing is pending. */
export function ReplayProgress({ webhookId, result, onDone }: Props) {
  const { queued, dismissed } = result;
  const leftOf = (known?: Webhook) =>
    known ? Math.min(queued, known.health.pending + known.health.missed) : queued;
  const webhook = useWebhook(webhookId, (known) =>
    leftOf(known) > 0 ? progressEveryMs : watchMs,
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
            {number(sent)} of {countOf(queued, "event")} delivered
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
