import { PairBody, tillDeviceReply } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { answerPairing } from "@/lib/api/kernel/till-session";
import { pairDevice } from "@/lib/domain/till/pair";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: PairBody,
  reply: tillDeviceReply,
  handle: async (ctx, { body }) => answerPairing(ctx, await pairDevice(ctx, body)),
});
