"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/action-dialog";
import { post, url } from "@/components/api";
import { checkedBy, useSubmit } from "@/components/forms";
import { usePost } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SecretReveal } from "./secret-reveal";
import type { Secrets } from "./types";
import { Verification } from "./verification";
import { WebhookFields, WebhookForm, type WebhookValues } from "./webhook-form";
import { shortUrl } from "./words";

type Made = { id: string; url: string };
type MadeWithSecret = Made & { secrets: Secrets | null };

/** Creates a webhook, then shows its secret and how to verify signatures. */
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
    // The webhook exists by now. If its secret fails to load, the next dialog offers to retry.
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

type NewProps = { id: string; url: string; secrets: Secrets | null; onClose: () => void };

/** Shows a new webhook's secret and how to verify signatures. */
const NewWebhook = ({ id, url: endpoint, secrets, onClose }: NewProps) => (
  <Dialog
    onClose={onClose}
    title="The webhook is ready"
    description={
      <>
        Events go to{" "}
        <span className="font-mono text-sm break-all text-ink">{shortUrl(endpoint)}</span> from now
        on.
      </>
    }
  >
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section className="grid gap-2">
        <h3 className="text-sm font-medium">Signing secret</h3>
        <SecretReveal webhookId={id} initially={secrets} />
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="text-sm font-medium">Check each delivery's signature</h3>
        <Verification url={endpoint} />
      </section>
    </div>
    <DialogActions>
      <Button onClick={onClose}>Done</Button>
      <Button asChild variant="primary">
        <Link href={`/webhooks/${id}`}>Open webhook</Link>
      </Button>
    </DialogActions>
  </Dialog>
);
