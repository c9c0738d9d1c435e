import { SwitchBody, switchedStoreReply } from "@/lib/api/contract/portal/store";
import { post } from "@/lib/api/kernel/endpoint";
import { switchStore } from "@/lib/domain/stores/stores";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  anyStore: true,
  body: SwitchBody,
  reply: switchedStoreReply,
  handle: (ctx, { body }) => switchStore(ctx, body),
});
