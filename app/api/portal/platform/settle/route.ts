import { platformCardReply, SettleBody } from "@/lib/api/contract/portal/platform";
import { post } from "@/lib/api/kernel/endpoint";
import { settleDifference } from "@/lib/domain/shops/settle";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  body: SettleBody,
  reply: platformCardReply,
  handle: (ctx, { body }) => settleDifference(ctx, body),
});
