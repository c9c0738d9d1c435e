import { newKeyReply } from "@/lib/contract/keys";
import { post } from "@/lib/http/endpoint";
import { createTestKey } from "@/lib/merchants/keys/create-test-key";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  status: 201,
  reply: newKeyReply,
  handle: (ctx) => createTestKey(ctx),
});
