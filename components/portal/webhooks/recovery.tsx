import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { patch, url } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { Time } from "@/components/kit/ui/format";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Section } from "@/components/kit/ui/section";
import { MissedEvents } from "./missed-events";
import { SendTest, useTest } from "./send-test";
import type { Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";

type Props = { webhook: Webhook; onDone: () => void };

/** Guide in four steps: from a disabled webhook to one with no missed events. */
export function Recovery({ webhook, onDone }: Props) {
  const t = useTranslations("webhooks");
  const test = useTest(webhook);
  const tested = test.data?.delivered === true;
  const { active } = webhook;
  // Keeps the webhook as it was when the guide opened, because its last error is cleared on recovery.
  const [broken] = useState(webhook);
  return (
    <Section title={t("recovery.title")} className="gap-4 rounded-md border bg-surface p-4 md:p-6">
      <ol>
        <Step number={1} title={t("recovery.cause.title")} state="done">
          <LastError webhook={broken} />
        </Step>
        <Step
          number={2}
          title={t("recovery.test.title")}
          state={tested ? "done" : active ? "later" : "current"}
        >
          <p className="text-muted">{t("recovery.test.text")}</p>
          <SendTest test={test} primary={!active && !tested} />
        </Step>
        <Step
          number={3}
          title={t("recovery.enable.title")}
          state={active ? "done" : tested ? "current" : "later"}
        >
          <ReEnable webhook={webhook} tested={tested} failed={test.data?.delivered === false} />
        </Step>
        <Step number={4} title={t("recovery.catchUp")} state={active ? "current" : "later"}>
          <MissedEvents webhook={webhook} onDone={onDone} />
        </Step>
      </ol>
    </Section>
  );
}

function LastError({ webhook: { lastError, health } }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const last = lastError ?? health.lastFailure?.error;
  if (!last) {
    return <p className="text-muted">{t("recovery.cause.none")}</p>;
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
  const t = useTranslations("webhooks");
  const enable = useAction({
    send: () => patch(url("/api/v1/webhooks/{id}", webhook), { active: true }),
    refresh: changedByWebhook(webhook),
  });
  if (webhook.active) {
    return <p className="text-muted">{t("recovery.enable.active")}</p>;
  }
  return (
    <>
      <p className="text-muted">
        {failed ? t("recovery.enable.failed") : t("recovery.enable.text")}
      </p>
      <Button
        variant={tested ? "primary" : "secondary"}
        className="justify-self-start"
        busy={enable.isPending}
        onClick={() => enable.mutate()}
      >
        {t("recovery.enable.button")}
      </Button>
      <RequestFailure error={enable.error} />
    </>
  );
}

type StepProps = {
  number: number;
  title: string;
  state: "done" | "current" | "later";
  children: ReactNode;
};

function Step({ number, title, state, children }: StepProps) {
  const t = useTranslations("webhooks");
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-6 last:pb-0 not-last:before:absolute not-last:before:top-8 not-last:before:bottom-1 not-last:before:left-3.5 not-last:before:w-px not-last:before:bg-line"
    >
      <span
        className={cx(
          "grid size-7 place-items-center rounded-full border text-sm font-semibold tabular-nums",
          state === "done" && "border-positive-line bg-positive-tint text-positive",
          state === "current" && "border-accent bg-accent text-accent-ink",
          state === "later" && "border-control/60 bg-surface text-muted",
        )}
        aria-hidden
      >
        {state === "done" ? <Check className="size-4" strokeWidth={2.5} /> : number}
      </span>
      <div className="grid gap-2 pt-0.5">
        <h3 className="font-semibold">
          <span className="sr-only">
            {t(state === "done" ? "recovery.stepDone" : "recovery.step", { number })}{" "}
          </span>
          {title}
        </h3>
        {children}
      </div>
    </li>
  );
}
