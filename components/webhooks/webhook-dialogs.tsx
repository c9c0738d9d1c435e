import { useRouter } from "next/navigation";
import { ActionDialog } from "@/components/action-dialog";
import { patch, remove, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { countOf } from "@/components/numbers";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SUBSCRIBABLE_EVENTS } from "@/lib/webhooks/webhook";
import { SendTest, useTest } from "./send-test";
import type { Webhook } from "./types";
import { changedByWebhook } from "./use-webhook";
import { WebhookFields, WebhookFormSchema } from "./webhook-form";
import { shortUrl } from "./words";

type Props = { webhook: Webhook; onClose: () => void };

export const EditWebhookDialog = ({ webhook, onClose }: Props) => (
  <ActionDialog
    onClose={onClose}
    title="Edit webhook"
    description="A new address also gets what is still waiting to be delivered."
    verb="Save changes"
    schema={WebhookFormSchema}
    defaults={{
      url: webhook.url,
      events: SUBSCRIBABLE_EVENTS.filter((name) => webhook.events.includes(name)),
    }}
    send={(values) => patch(url("/api/v1/webhooks/{id}", webhook), values)}
    refresh={changedByWebhook(webhook)}
    toast={() => "Webhook changed"}
  >
    {(form) => <WebhookFields form={form} />}
  </ActionDialog>
);

/** Sends a signed test event that changes nothing. */
export function TestDialog({ webhook, onClose }: Props) {
  const test = useTest(webhook);
  return (
    <Dialog
      onClose={onClose}
      title="Send a test"
      description={
        <>
          The event webhook.test goes to{" "}
          <span className="font-mono text-sm break-all text-ink">{shortUrl(webhook.url)}</span>,
          signed like any other. It changes nothing and isn't retried.
        </>
      }
    >
      <SendTest test={test} primary={!test.data} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

export function DisableWebhookDialog({ webhook, onClose }: Props) {
  const { pending } = webhook.health;
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Switch this webhook off"
      consequence={
        <>
          Nothing is sent any more.{" "}
          {pending > 0 &&
            `${countOf(pending, "waiting delivery is", "waiting deliveries are")} held. `}
          Events are kept for 30 days and can be replayed once it is on again.
        </>
      }
      keep="Leave it on"
      verb="Switch off"
      variant="primary"
      send={() => patch(url("/api/v1/webhooks/{id}", webhook), { active: false })}
      refresh={changedByWebhook(webhook)}
      toast={() => "Webhook switched off"}
    />
  );
}

export function DeleteWebhookDialog({ webhook, onClose }: Props) {
  const router = useRouter();
  const { pending, missed } = webhook.health;
  const lost = [
    pending > 0 &&
      countOf(pending, "waiting delivery is cancelled", "waiting deliveries are cancelled"),
    missed > 0 &&
      `${countOf(missed, "missed event can", "missed events can")} no longer be replayed`,
  ].filter(Boolean);

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this webhook"
      consequence={
        <>
          <b className="font-semibold text-ink">
            {lost.length > 0 ? `${lost.join(", and ")}.` : "No further event is sent to it."}
          </b>{" "}
          Its secret and its delivery log go with it. It can't be brought back.
        </>
      }
      proof={shortUrl(webhook.url)}
      verb="Delete webhook"
      send={() => remove(url("/api/v1/webhooks/{id}", webhook))}
      refresh={[["webhooks"]]}
      done={() => {
        toast(`Webhook to ${shortUrl(webhook.url)} deleted`);
        router.push("/webhooks");
      }}
    />
  );
}
