import type { ReplyOf } from "@/components/kit/api/api";

export type Webhook = ReplyOf<"/api/portal/webhooks/{id}">;
export type Health = Webhook["health"];
export type Delivery = ReplyOf<"/api/portal/webhooks/{id}/deliveries/{deliveryId}">;
export type ReplayResult = ReplyOf<"/api/v1/webhooks/{id}/replay", "POST">;
export type Secrets = ReplyOf<"/api/portal/webhooks/{id}/secret", "POST">;
