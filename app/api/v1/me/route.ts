import { meExample, meReply } from "@/lib/contract/me";
import { get } from "@/lib/http/endpoint";
import { describeCaller } from "@/lib/merchants/keys/me";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  summary: "Get the current API key",
  description:
    "Returns the key of this request and its store, with the key's limits and what's left. Works with any key, regardless of its scopes. Use it to check a till's configuration.",
  scope: "any",
  reply: meReply,
  example: meExample,
  handle: (ctx) => describeCaller(ctx),
});
