import { ReplayBody, replayReply } from "@/lib/api/contract/v1/delivery";
import { WebhookParams } from "@/lib/api/contract/v1/webhook";
import { replayExample } from "@/lib/api/contract/v1/webhook-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { replay } from "@/lib/domain/webhooks/replay";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "replayEvents",
  summary: "Replay events",
  description: "Sends a webhook's missed events, or all events since a point in time.",
  scope: "webhooks:write",
  waits: true,
  params: WebhookParams,
  body: ReplayBody,
  status: 202,
  reply: replayReply,
  refuses: ["not_found"],
  example: replayExample,
  handle: (ctx, { params, body }) => replay(ctx, { webhookId: params.id, ...body }),
});
