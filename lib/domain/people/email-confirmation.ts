import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { hashToken, newTokenLink } from "@/lib/base/opaque-token";
import { db, onlyRow, sqlState, type Tx, UNIQUE_VIOLATION } from "@/lib/db/client/client";
import { addressProofs, passwordResets, users } from "@/lib/db/schema/users";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { giveBackAttempt, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { queueMail } from "@/lib/domain/mail/mail";
import { confirmStoresOf } from "@/lib/domain/stores/create";
import { currentStoreOf } from "./sessions";

const VALID_DAYS = 7;

/** In the URL of a link to a new email, which the person opens signed in. */
const EMAIL_CHANGE = "change";

const isLink = (token: string) =>
  and(eq(addressProofs.tokenHash, hashToken(token)), gt(addressProofs.expiresAt, sql`now()`));

/** Stores a link that confirms the user's email, or a new one. Replaces the previous link. Returns it. */
export async function newConfirmationLink(
  tx: Tx,
  userId: string,
  newEmail: string | null = null,
): Promise<string> {
  const { tokenHash, link } = newTokenLink(
    newEmail === null ? "/confirm-address" : `/confirm-address?${EMAIL_CHANGE}`,
  );
  const fresh = {
    tokenHash,
    email: newEmail,
    expiresAt: sql`now() + make_interval(days => ${VALID_DAYS})`,
  };
  await tx
    .insert(addressProofs)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({
      target: addressProofs.userId,
      set: { ...fresh, expiresAt: sql`excluded.expires_at` },
    });
  return link;
}

/** Emails a user a link that confirms their email. Replaces the previous link. */
export async function sendConfirmationLink(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
) {
  const link = await newConfirmationLink(tx, userId);
  await queueMail(tx, null, { template: "address_proof", to: email, link });
}

/**
 * Emails the signed-in user another link to confirm their email. Replaces the previous link.
 * Refuses: unauthorized, invalid_request (it is confirmed already), rate_limited (by account).
 */
export async function resendConfirmationLink(ctx: Ctx): Promise<object> {
  const { userId } = signedInUserOf(ctx);
  await takeAttempt("proof-mail", userId);
  await db().transaction(async (tx) => {
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.verifiedAt)));
    if (!user) throw invalidField("email", "is already confirmed");
    await sendConfirmationLink(tx, { userId, email: user.email });
  });
  return {};
}

/**
 * Confirms an account's email with the emailed link, which works once. Opens no session, and ends none.
 * Refuses: invalid_request (the link was used, replaced by a later one or has expired), rate_limited.
 */
export const confirmAddress = (ctx: Ctx, { token }: { token: string }): Promise<object> =>
  withLink(ctx, async (tx) => {
    const [used] = await tx
      .delete(addressProofs)
      .where(and(isLink(token), isNull(addressProofs.email)))
      .returning({ userId: addressProofs.userId });
    if (!used) throw linkIsGone();
    const { userId } = used;
    if (!(await markConfirmed(tx, userId))) return;
    const merchantId = await currentStoreOf(tx, userId);
    if (!merchantId) return;
    const author = { merchantId, actor: `user:${userId}`, requestId: ctx.requestId };
    await audit(tx, author, { action: "address.confirmed", subjectId: userId });
  });

/**
 * Makes a new email the signed-in user's with the emailed link, which works once. Only for the person who
 * started the change: otherwise a click could give someone else's account the clicker's email.
 * Refuses: invalid_request (the link is another account's, was used, replaced by a later one or has expired; the
 * new email has an account by now), rate_limited, unauthorized.
 */
export const confirmEmailChange = (ctx: Ctx, { token }: { token: string }): Promise<object> =>
  withLink(ctx, async (tx) => {
    const { userId } = signedInUserOf(ctx);
    // First, like resetPassword(): links to the former email no longer work.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
    const [used] = await tx
      .delete(addressProofs)
      .where(and(isLink(token), eq(addressProofs.userId, userId), isNotNull(addressProofs.email)))
      .returning({ email: addressProofs.email });
    if (!used?.email) throw linkIsGone();
    const change = await changeEmail(tx, userId, used.email);
    await markConfirmed(tx, userId);
    await audit(tx, authorOf(ctx), { ...change, subjectId: userId });
  });

/** Uses an emailed link. Failures are counted by IP address. */
async function withLink(ctx: Ctx, use: (tx: Tx) => Promise<void>): Promise<object> {
  await takeAttempt("proof-token", ctx.address);
  await db()
    .transaction(use)
    .catch((error) => {
      // The new email has got an account since the link was sent.
      throw sqlState(error) === UNIQUE_VIOLATION ? linkIsGone() : error;
    });
  await giveBackAttempt("proof-token", ctx.address);
  return {};
}

const linkIsGone = () => invalidField("token", "was used or has expired; request a new link");

/** Makes a confirmed email the account's, and emails the former one. */
async function changeEmail(tx: Tx, userId: string, email: string) {
  const { former } = onlyRow(
    await tx
      .select({ former: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("no key update"),
  );
  await tx.update(users).set({ email }).where(eq(users.id, userId));
  await queueMail(tx, null, { template: "email_changed", to: former });
  return {
    action: "account.email_changed",
    details: { email: { from: former, to: email } },
  } as const;
}

/**
 * Marks the user's email as confirmed and deletes the confirmation link. Returns whether it was unconfirmed
 * before. Locks the link before the user, like every other transaction.
 */
export async function markConfirmed(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(addressProofs).where(eq(addressProofs.userId, userId));
  const [marked] = await tx
    .update(users)
    .set({ verifiedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.verifiedAt)))
    .returning({ id: users.id });
  if (marked) await confirmStoresOf(tx, userId);
  return marked !== undefined;
}
