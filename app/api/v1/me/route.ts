import { meExample, meReply } from "@/lib/api/contract/v1/me";
import { get } from "@/lib/api/kernel/endpoint";
import { describeCaller } from "@/lib/domain/api-keys/me";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "getApiKey",
  summary: "Get the current API key",
  description:
    "Returns the API key that sent the request, with its store, its limits and the amounts left today. Works with any key, regardless of its scopes. Use it to check a till's configuration.",
  scope: "any",
  reply: meReply,
  example: meExample,
  handle: (ctx) => describeCaller(ctx),
});
