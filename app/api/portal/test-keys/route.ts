import { newKeyReply } from "@/lib/api/contract/portal/keys";
import { post } from "@/lib/api/kernel/endpoint";
import { createTestKey } from "@/lib/domain/api-keys/create-test-key";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  status: 201,
  reply: newKeyReply,
  handle: (ctx) => createTestKey(ctx),
});
