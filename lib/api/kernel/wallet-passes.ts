import { FastResponse } from "srvx";
import { z } from "zod";
import { sameReply } from "@/lib/api/contract/shapes";
import { CardParams } from "@/lib/api/contract/v1/card";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { buildPassFile } from "@/lib/domain/passes/apple/pass-file";
import { saveLink } from "@/lib/domain/passes/google/api";
import { issuePass } from "@/lib/domain/passes/issue";
import type { PassPlatform } from "@/lib/domain/passes/pass";
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
