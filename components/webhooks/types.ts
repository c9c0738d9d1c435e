import type { ReplyOf } from "@/components/api";

export type Webhook = ReplyOf<"/api/portal/webhooks/{id}">;
export type Health = Webhook["health"];
export type Hour = Health["hours"][number];
export type DeliveryPage = ReplyOf<"/api/v1/webhooks/{id}/deliveries">;
export type Delivery = DeliveryPage["deliveries"][number];
export type DeliveryStatus = Delivery["status"];
export type Attempt = Delivery["attempts"][number];
export type TestResult = ReplyOf<"/api/v1/webhooks/{id}/test", "POST">;
export type ReplayResult = ReplyOf<"/api/v1/webhooks/{id}/replay", "POST">;
export type Secrets = ReplyOf<"/api/portal/webhooks/{id}/secret", "POST">;
