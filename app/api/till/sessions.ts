import { emptyReply } from "@/lib/api/contract/portal/account";
import {
  PairBody,
  TillSignInBody,
  tillDeviceReply,
  tillOfBrowserReply,
  tillSessionReply,
} from "@/lib/api/contract/till/till";
import { get, post } from "@/lib/api/kernel/endpoint";
import { answerPairing } from "@/lib/api/kernel/till-session";
import { pairDevice } from "@/lib/domain/till/pair";
import { lockTill, readDevice } from "@/lib/domain/till/sessions";
import { signInAtTill } from "@/lib/domain/till/sign-in";

const NO_DEVICE = { device: null };

export const sessions = {
  "/device": get({
    scope: null,
    device: "known",
    reply: tillOfBrowserReply,
    handle: async (ctx) => (ctx.principal.kind === "till" ? await readDevice(ctx) : NO_DEVICE),
  }),
  "/pair": post({
    scope: null,
    body: PairBody,
    reply: tillDeviceReply,
    handle: async (ctx, { body }) => answerPairing(ctx, await pairDevice(ctx, body)),
  }),
  "/sign-in": post({
    scope: "till:device",
    body: TillSignInBody,
    reply: tillSessionReply,
    handle: (ctx, { body }) => signInAtTill(ctx, body),
  }),
  "/sign-out": post({
    scope: "till:device",
    reply: emptyReply,
    handle: lockTill,
  }),
};
