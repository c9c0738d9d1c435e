"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { patch } from "@/components/api";
import { useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import type { Webhook } from "./types";
import { useWebhookRefresh } from "./use-webhook";
import { WebhookFields, WebhookForm, type WebhookValues } from "./webhook-form";
import { eventNames } from "./words";

/** Changes where a webhook leads and what it is told. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const refresh = useWebhookRefresh(webhook.id);
  const change = useMutation({
    mutationFn: (values: WebhookValues) => patch<object>(`/api/v1/webhooks/${webhook.id}`, values),
  });
  const form = useForm<WebhookValues>({
    resolver: zodResolver(WebhookForm),
    defaultValues: {
      url: webhook.url,
      events: eventNames.filter((name) => webhook.events.includes(name)),
    },
  });

  const { submit, failure } = useSubmit(form, async (values) => {
    await change.mutateAsync(values);
    await refresh();
    toast("Webhook changed");
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Edit webhook"
      description="A new address also gets what is still waiting to be delivered."
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <WebhookFields
          register={form.register}
          control={form.control}
          errors={form.formState.errors}
        />
        {failure && <RequestFailure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Save changes
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
