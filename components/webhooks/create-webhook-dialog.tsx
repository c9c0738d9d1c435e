import Link from "next/link";
import { useState } from "react";
import { ActionDialog } from "@/components/action-dialog";
import { post, url } from "@/components/api";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SecretReveal } from "./secret-reveal";
import type { Secrets } from "./types";
import { Verification } from "./verification";
import { WebhookFields, WebhookFormSchema } from "./webhook-form";
import { shortUrl } from "./words";

type Created = { id: string; url: string; secrets: Secrets | null };
type Props = { onClose: () => void };

/** Creates a webhook, then shows its secret and how to verify signatures. */
export function CreateWebhookDialog({ onClose }: Props) {
  const [created, setCreated] = useState<Created | null>(null);
  if (created) return <NewWebhook {...created} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title="Create a webhook"
      verb="Create webhook"
      schema={WebhookFormSchema}
      defaults={{ url: "", events: ["card.balance_changed"] }}
      send={async (values, key) => {
        const webhook = await post("/api/v1/webhooks", values, key);
        // The webhook exists by now. If its secret fails to load, the next dialog offers to retry.
        const reading = post(url("/api/portal/webhooks/{id}/secret", webhook), {});
        return { ...webhook, secrets: await reading.catch(() => null) };
      }}
      refresh={[["webhooks"]]}
      done={setCreated}
    >
      {(form) => <WebhookFields form={form} />}
    </ActionDialog>
  );
}

const NewWebhook = ({ id, url: endpoint, secrets, onClose }: Created & Props) => (
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
