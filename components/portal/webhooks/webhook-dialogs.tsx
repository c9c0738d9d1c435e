import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { patch, remove, url } from "@/components/kit/api/api";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";
import { SendTest, useTest } from "./send-test";
import type { Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";
import { WebhookFields, webhookFormSchema } from "./webhook-form";
import { shortUrl } from "./words";

type Props = { webhook: Webhook; onClose: () => void };

export function EditWebhookDialog({ webhook, onClose }: Props) {
  const t = useTranslations("webhooks");
  return (
    <ActionDialog
      onClose={onClose}
      title={t("edit.title")}
      description={t("edit.description")}
      verb={t("edit.submit")}
      schema={webhookFormSchema(t)}
      defaults={{
        url: webhook.url,
        events: SUBSCRIBABLE_EVENTS.filter((name) => webhook.events.includes(name)),
      }}
      send={(values) => patch(url("/api/v1/webhooks/{id}", webhook), values)}
      refresh={changedByWebhook(webhook)}
      toast={() => t("edit.done")}
    >
      {(form) => <WebhookFields form={form} />}
    </ActionDialog>
  );
}

const mono = (text: ReactNode) => (
  <span className="font-mono text-sm break-all text-ink">{text}</span>
);

/** Sends a signed test event that changes nothing. */
export function TestDialog({ webhook, onClose }: Props) {
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

export function DisableWebhookDialog({ webhook, onClose }: Props) {
  const t = useTranslations("webhooks");
  const { pending } = webhook.health;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("off.title")}
      consequence={t("off.consequence", { pending })}
      keep={t("off.keep")}
      verb={t("off.title")}
      variant="primary"
      send={() => patch(url("/api/v1/webhooks/{id}", webhook), { active: false })}
      refresh={changedByWebhook(webhook)}
      toast={() => t("off.turnedOff")}
    />
  );
}

export function DeleteWebhookDialog({ webhook, onClose }: Props) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const { pending, missed } = webhook.health;
  const lost = [
    pending > 0 && t("delete.pending", { count: pending }),
    missed > 0 && t("delete.missed", { count: missed }),
  ].filter(Boolean);

  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("delete.title")}
      consequence={
        <>
          <b className="font-semibold text-ink">
            {lost.length > 0 ? lost.join(" ") : t("delete.nothingLost")}
          </b>{" "}
          {t("delete.permanent")}
        </>
      }
      proof={shortUrl(webhook.url)}
      verb={t("delete.title")}
      send={() => remove(url("/api/v1/webhooks/{id}", webhook))}
      refresh={[["webhooks"]]}
      done={() => {
        toast(t("delete.done", { url: shortUrl(webhook.url) }));
        router.push("/webhooks");
      }}
    />
  );
}
