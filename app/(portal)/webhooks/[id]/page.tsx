import type { Metadata } from "next";
import { WebhookView } from "@/components/webhooks/webhook-view";

export const metadata: Metadata = { title: "Webhook" };

export default async function WebhookPage({ params }: { params: Promise<{ id: string }> }) {
  return <WebhookView {...(await params)} />;
}
