import { FastResponse } from "srvx";
import { z } from "zod";
import type { Ctx } from "../context";
import { CardParams } from "../contract/card";
import { sameReply } from "../contract/shapes";
import { env } from "../env";
import { found } from "../errors";
import { takeAttempt } from "../limits/attempt-limits";
import { buildPassFile } from "../passes/apple/pass-file";
import { saveLink } from "../passes/google/save-link";
import { issuePass } from "../passes/issue";
import type { PassPlatform } from "../passes/pass";
import { passFile } from "./apple-passes";
import { createHandler } from "./endpoint";
import { commonHeaders } from "./respond";

const DEFINITION = {
  scope: "wallet:card",
  params: CardParams,
  reply: sameReply(z.unknown()),
} as const;

/** Refuses: what issuePass() does, rate_limited. */
async function issue(ctx: Ctx, cardId: string, platform: PassPlatform) {
  const pass = await issuePass(ctx, { cardId, platform });
  await takeAttempt("pass-file", pass.id);
  return pass;
}

/** A card as a file for Apple Wallet. */
export const downloadApplePass = createHandler(DEFINITION, async (ctx, { params }, facts) => {
  const pass = await issue(ctx, params.uuid, "apple");
  const file = await buildPassFile(pass, found(env().applePasses));
  return passFile(file, commonHeaders(facts));
});

/** Sends the browser to Google, which asks whether to save the card. */
export const openGooglePass = createHandler(DEFINITION, async (ctx, { params }, facts) => {
  const pass = await issue(ctx, params.uuid, "google");
  const headers = {
    ...commonHeaders(facts),
    Location: saveLink(pass, found(env().googlePasses)),
    "Referrer-Policy": "no-referrer",
  };
  return new FastResponse(null, { status: 303, headers });
});
