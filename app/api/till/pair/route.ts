import { PairBody, tillDeviceReply } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { answerPairing } from "@/lib/http/till-session";
import { pairDevice } from "@/lib/till/pair";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: PairBody,
  reply: tillDeviceReply,
  handle: async (ctx, { body }) => answerPairing(ctx, await pairDevice(ctx, body)),
});
