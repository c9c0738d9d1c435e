"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { patch, url } from "@/components/api";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/format";
import { RequestFailure } from "@/components/ui/request-failure";
import { Section } from "@/components/ui/section";
import { MissedEvents } from "./missed-events";
import { SendTest, useTest } from "./send-test";
import { Step } from "./step";
import type { Webhook } from "./types";
import { useWebhookRefresh } from "./use-webhook";

type Props = { webhook: Webhook; onDone: () => void };

/** Guide in four steps: from a disabled webhook to one with no missed events. */
export function Recovery({ webhook, onDone }: Props) {
  const test = useTest(webhook);
  const tested = test.data?.delivered === true;
  const { active } = webhook;
  // Keeps the webhook as it was when the guide opened, because its last error is cleared on recovery.
  const [broken] = useState(webhook);
  return (
    <Section
      title="Bring this webhook back"
      className="gap-4 rounded-md border bg-surface p-4 md:p-6"
    >
      <ol>
        <Step number={1} title="What went wrong" state="done">
          <LastError webhook={broken} />
        </Step>
        <Step
          number={2}
          title="Send a signed test"
          state={tested ? "done" : active ? "later" : "current"}
        >
          <p className="text-muted">
            Mend your endpoint, then see what it answers. The test carries the event webhook.test,
            is signed like any other, and changes nothing.
          </p>
          <SendTest test={test} primary={!active && !tested} />
        </Step>
        <Step number={3} title="Re-enable" state={active ? "done" : tested ? "current" : "later"}>
          <ReEnable webhook={webhook} tested={tested} failed={test.data?.delivered === false} />
        </Step>
        <Step number={4} title="Catch up" state={active ? "current" : "later"}>
          <MissedEvents webhook={webhook} onDone={onDone} />
        </Step>
      </ol>
    </Section>
  );
}

function LastError({ webhook: { lastError, health } }: { webhook: Webhook }) {
  const last = lastError ?? health.lastFailure?.error;
  if (!last) {
    return <p className="text-muted">Nothing failed in the last 24 hours.</p>;
  }
  return (
    <p>
      {last}
      {health.lastFailure && (
        <span className="text-muted">
          {" "}
          <Time at={health.lastFailure.at} />
        </span>
      )}
    </p>
  );
}

type ReEnableProps = { webhook: Webhook; tested: boolean; failed: boolean };

function ReEnable({ webhook, tested, failed }: ReEnableProps) {
  const refresh = useWebhookRefresh(webhook.id);
  const enable = useMutation({
    mutationFn: () => patch(url("/api/v1/webhooks/{id}", { id: webhook.id }), { active: true }),
    onSuccess: refresh,
  });
  if (webhook.active) {
    return <p className="text-muted">It is active: what happens from now on is sent at once.</p>;
  }
  return (
    <>
      <p className="text-muted">
        {failed
          ? "The last test failed. Re-enabled now, three failed deliveries in a row will disable it again."
          : "New events are sent at once. What was missed waits for your choice below."}
      </p>
      <Button
        variant={tested ? "primary" : "secondary"}
        className="justify-self-start"
        busy={enable.isPending}
        onClick={() => enable.mutate()}
      >
        Re-enable webhook
      </Button>
      <RequestFailure error={enable.error} />
    </>
  );
}
