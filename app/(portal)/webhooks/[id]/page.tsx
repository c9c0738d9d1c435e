import { Messages, titled } from "@/app/messages";
import { WebhookView } from "@/components/webhooks/webhook-view";

export const generateMetadata = titled("webhook");

export default async function WebhookPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Messages areas={["webhooks"]}>
      <WebhookView {...(await params)} />
    </Messages>
  );
}
