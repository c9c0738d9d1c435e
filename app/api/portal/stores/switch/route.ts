import { SwitchBody, switchedStoreReply } from "@/lib/contract/store";
import { post } from "@/lib/http/endpoint";
import { switchStore } from "@/lib/merchants/stores";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  anyStore: true,
  body: SwitchBody,
  reply: switchedStoreReply,
  handle: (ctx, { body }) => switchStore(ctx, body),
});
