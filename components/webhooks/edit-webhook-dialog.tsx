"use client";

import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/action-dialog";
import { patch, url } from "@/components/api";
import { checkedBy, useSubmit } from "@/components/forms";
import { toast } from "@/components/toast";
import { Dialog } from "@/components/ui/dialog";
import type { Webhook } from "./types";
import { useWebhookRefresh } from "./use-webhook";
import { WebhookFields, WebhookForm, type WebhookValues } from "./webhook-form";
import { eventNames } from "./words";

/** Changes where a webhook leads and what it is told. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const refresh = useWebhookRefresh(webhook.id);
  const form = useForm<WebhookValues>({
    resolver: checkedBy(WebhookForm),
    defaultValues: {
      url: webhook.url,
      events: eventNames.filter((name) => webhook.events.includes(name)),
    },
  });

  const sending = useSubmit(form, async (values) => {
    await patch(url("/api/v1/webhooks/{id}", { id: webhook.id }), values);
    await refresh();
    toast("Webhook changed");
    onClose();
  });

  return (
    <Dialog
      onClose={onClose}
      title="Edit webhook"
      description="A new address also gets what is still waiting to be delivered."
    >
      <DialogForm {...sending} verb="Save changes" onClose={onClose}>
        <WebhookFields form={form} />
      </DialogForm>
    </Dialog>
  );
}
