import { platformCardReply, SettleBody } from "@/lib/contract/platform";
import { post } from "@/lib/http/endpoint";
import { settleDifference } from "@/lib/platforms/settle";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  body: SettleBody,
  reply: platformCardReply,
  handle: (ctx, { body }) => settleDifference(ctx, body),
});
