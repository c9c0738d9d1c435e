import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { consumerLinks } from "../../db/schema/consumer-access";
import { env } from "../../env";
import { queueMail } from "../../outbox/queue-mail";
import { sha256 } from "../../secrets";
import { takeAttempt } from "../../throttle/throttle";
import { OPEN_PATH, SIGN_IN_MINUTES } from "./policy";

const TOKEN_BYTES = 32;
// Longer than the work takes, so that the time tells nothing about the address.
const ANSWER_MS = 250;

/**
 * Mails a link that opens the wallet of this (normalised) address, known or not: whoever holds a
 * printed card and nothing else yet signs in the same way. It works once, for ten minutes.
 * Refuses: rate_limited (by network address and by e-mail address).
 */
export async function requestSignIn(ctx: Ctx, { email }: { email: string }): Promise<object> {
  await takeAttempt("wallet-address", ctx.address);
  await takeAttempt("wallet-email", email);
  await Promise.all([sleep(ANSWER_MS), sendLink(email)]);
  return {};
}

const sendLink = (email: string): Promise<void> =>
  db().transaction(async (tx) => {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    await tx.insert(consumerLinks).values({
      tokenHash: sha256(token),
      purpose: "sign_in",
      email,
      expiresAt: sql`now() + make_interval(mins => ${SIGN_IN_MINUTES})`,
    });
    // After the #, which a browser sends to nobody: neither logs nor referrers see it.
    const link = `${env().appUrl}${OPEN_PATH}#${token}`;
    await queueMail(tx, null, { template: "sign_in", to: email, link });
  });
