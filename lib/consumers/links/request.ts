import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { consumerLinks } from "../../db/schema/consumer-access";
import { newTokenLink } from "../../opaque-token";
import { queueMail } from "../../outbox/queue-mail";
import { takeAttempt } from "../../throttle/throttle";
import { OPEN_PATH, SIGN_IN_MINUTES } from "./policy";

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
    const { tokenHash, link } = newTokenLink(OPEN_PATH);
    await tx.insert(consumerLinks).values({
      tokenHash,
      purpose: "sign_in",
      email,
      expiresAt: sql`now() + make_interval(mins => ${SIGN_IN_MINUTES})`,
    });
    await queueMail(tx, null, { template: "sign_in", to: email, link });
  });
