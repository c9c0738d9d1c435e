import { TillSignInBody, tillSessionReply } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { signInAtTill } from "@/lib/domain/till/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:device",
  body: TillSignInBody,
  reply: tillSessionReply,
  handle: (ctx, { body }) => signInAtTill(ctx, body),
});
