import { Messages, titled } from "@/app/messages";
import { webhookIdInUrl } from "@/app/page-ids";
import { WebhookView } from "@/components/portal/webhooks/webhook-view";

export const generateMetadata = titled("webhook");

export default async function WebhookPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Messages areas={["webhooks"]}>
      <WebhookView id={webhookIdInUrl((await params).id)} />
    </Messages>
  );
}
