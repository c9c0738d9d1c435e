"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/action-dialog";
import { post, url } from "@/components/api";
import { checkedBy, useSubmit } from "@/components/forms";
import { usePost } from "@/components/queries";
import { Dialog } from "@/components/ui/dialog";
import { NewWebhook } from "./new-webhook";
import type { Secrets } from "./types";
import { WebhookFields, WebhookForm, type WebhookValues } from "./webhook-form";

type Made = { id: string; url: string };
type MadeWithSecret = Made & { secrets: Secrets | null };

/** Makes a webhook, then shows its secret and how to check a signature. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [made, setMade] = useState<MadeWithSecret | null>(null);
  const create = usePost("/api/v1/webhooks");
  const form = useForm<WebhookValues>({
    resolver: checkedBy(WebhookForm),
    defaultValues: { url: "", events: ["card.balance_changed"] },
  });

  const sending = useSubmit(form, async (values) => {
    const { id, url: endpoint } = await create.mutateAsync(values);
    void queries.invalidateQueries({ queryKey: ["webhooks"] });
    // The webhook exists by now: without its secret, the next dialog offers to ask again.
    const secrets = await post(url("/api/portal/webhooks/{id}/secret", { id }), {}).catch(
      () => null,
    );
    setMade({ id, url: endpoint, secrets });
  });

  if (made) return <NewWebhook {...made} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="Create a webhook">
      <DialogForm {...sending} verb="Create webhook" onClose={onClose}>
        <WebhookFields form={form} />
      </DialogForm>
    </Dialog>
  );
}
