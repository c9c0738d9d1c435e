import type { z } from "zod";
import type {
  AttemptView,
  DeliveriesA,
  DeliveryView,
  ReplayView,
  TestView,
} from "@/lib/contract/delivery";
import type { PortalWebhook, WebhookSecrets } from "@/lib/contract/portal-webhooks";

// What the portal reads of webhooks, as `/api/portal` and `/api/v1` (Shape A) answer it.

export type Webhook = z.output<typeof PortalWebhook>;
export type Health = Webhook["health"];
export type Hour = Health["hours"][number];
export type Attempt = z.output<typeof AttemptView>;
export type Delivery = z.output<typeof DeliveryView>;
export type DeliveryStatus = Delivery["status"];
export type DeliveryPage = z.output<typeof DeliveriesA>;
export type TestResult = z.output<typeof TestView>;
export type ReplayResult = z.output<typeof ReplayView>;
export type Secrets = z.output<typeof WebhookSecrets>;
