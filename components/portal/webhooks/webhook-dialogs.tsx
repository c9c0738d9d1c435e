import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { confirmation } from "@/components/kit/dialog/confirmation";
import type { Closing, DialogContext } from "@/components/kit/dialog/dialog-area";
import { dialogSet } from "@/components/kit/dialog/dialog-set";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { strong } from "@/components/kit/ui/strong";
import { SendTest, useTest } from "./send-test";
import type { Webhook } from "./types";
import { ofWebhook } from "./use-webhook";
import { webhookFields } from "./webhook-form";
import { shortUrl } from "./words";

type Props = Closing & { webhook: Webhook };

const mono = (text: ReactNode) => (
  <span className="font-mono text-sm break-all text-ink">{text}</span>
);

/** Sends a signed test event that changes nothing. */
function TestDialog({ webhook, onClose }: Props) {
  const tc = useTranslations("common");
  const t = useTranslations("webhooks");
  const test = useTest(webhook);
  return (
    <Dialog
      onClose={onClose}
      title={t("test.title")}
      description={t.rich("test.description", {
        url: shortUrl(webhook.url),
        code: mono,
        endpoint: mono,
      })}
    >
      <SendTest test={test} primary={!test.data} />
      <DialogActions>
        <Button onClick={onClose}>{tc("actions.done")}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** What is lost with a webhook. */
function lostWith({ t, webhook }: DialogContext<"webhooks", { webhook: Webhook }>) {
  const { pending, missed } = webhook.health;
  const lost = [
    pending > 0 && t("delete.pending", { count: pending }),
    missed > 0 && t("delete.missed", { count: missed }),
  ].filter(Boolean);
  return lost.length > 0 ? lost.join(" ") : t("delete.nothingLost");
}

export const WebhookDialog = dialogSet({
  test: TestDialog,
  edit: formDialog(ofWebhook, "edit", {
    operation: ["PATCH", "/api/v1/webhooks/{id}"],
    fields: ({ t, webhook }) => webhookFields(t, webhook),
  }),
  off: confirmation(ofWebhook, "off", {
    operation: ["PATCH", "/api/v1/webhooks/{id}"],
    values: ({ webhook }) => ({ pending: webhook.health.pending }),
    variant: "primary",
    body: () => ({ active: false }),
  }),
  delete: confirmation(ofWebhook, "delete", {
    operation: ["DELETE", "/api/v1/webhooks/{id}"],
    description: (context) => (
      <>
        {strong(lostWith(context))} {context.t("delete.permanent")}
      </>
    ),
    proof: ({ webhook }) => shortUrl(webhook.url),
    refresh: [["webhooks"]],
    done: (_, { router }) => router.push("/webhooks"),
    values: ({ webhook }) => ({ url: shortUrl(webhook.url) }),
  }),
});
