import { meExample, meReply } from "@/lib/contract/me";
import { get } from "@/lib/http/endpoint";
import { describeCaller } from "@/lib/merchants/keys/me";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  summary:
    "Show the store and the API key of the request, with its limits and what is left of them.",
  description:
    "Every key can do this, whatever its scopes. Use it to check a till's configuration.",
  scope: "any",
  reply: meReply,
  example: meExample,
  handle: (ctx) => describeCaller(ctx),
});
