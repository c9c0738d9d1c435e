import type { Metadata } from "next";

export const metadata: Metadata = { title: "Webhooks" };

export { WebhooksView as default } from "@/components/webhooks/webhooks-view";
