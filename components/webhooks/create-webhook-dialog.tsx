"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import { usePost } from "@/components/use-post";
import { NewWebhook } from "./new-webhook";
import { WebhookFields, WebhookForm, type WebhookValues } from "./webhook-form";

type Made = { id: string; url: string };

/** Makes a webhook, then shows its secret and how to check a signature. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const create = usePost<WebhookValues, Made>("/api/v1/webhooks");
  const form = useForm<WebhookValues>({
    resolver: zodResolver(WebhookForm),
    defaultValues: { url: "", events: ["card.balance_changed"] },
  });

  const { submit, failure } = useSubmit(form, async (values) => {
    await create.mutateAsync(values);
    void queries.invalidateQueries({ queryKey: ["webhooks"] });
  });

  if (create.data) return <NewWebhook {...create.data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title="Create a webhook">
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <WebhookFields
          register={form.register}
          control={form.control}
          errors={form.formState.errors}
        />
        {failure && <RequestFailure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create webhook
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
