import { TillSignInBody, tillSessionReply } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { signInAtTill } from "@/lib/till/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:device",
  body: TillSignInBody,
  reply: tillSessionReply,
  handle: (ctx, { body }) => signInAtTill(ctx, body),
});
