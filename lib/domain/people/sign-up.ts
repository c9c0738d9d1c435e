import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, notExists, or } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { mailboxOf, normaliseEmail } from "@/lib/base/email";
import { isRefusal, Refusal } from "@/lib/base/errors";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { memberships, users } from "@/lib/db/schema/users";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { queueMail } from "@/lib/domain/mail/mail";
import { insertStore } from "@/lib/domain/stores/create";
import { findZone } from "@/lib/domain/stores/store-time-zone";
import { createMerchant } from "./create-merchant";
import { sendConfirmationLink } from "./email-confirmation";
import { findByPassword, type UserCredentials } from "./sign-in";

type SignUp = {
  storeName: string;
  name: string;
  email: string;
  password: string;
  currency: string;
  /** The browser's time zone. It becomes the store's if the server knows it. */
  timeZone?: string | undefined;
};

// Longer than the work takes, so that the response time doesn't reveal whether an account exists.
const MIN_RESPONSE_MS = 250;

/**
 * Creates a store with a new account, or with the existing account of a user who is no longer in any store
 * and enters its password. A person who enters the password of an unconfirmed account gets another link.
 * The response and its time are the same if the email has an account: only the email says so. `confirmFirst`:
 * whether the emailed link must be opened before the first sign-in, as in production.
 * Refuses: sign_up_closed, rate_limited (by IP address and by mailbox), invalid_request (the password), unavailable.
 */
export async function signUp(ctx: Ctx, form: SignUp): Promise<{ confirmFirst: boolean }> {
  if (env().signUp !== "open") throw new Refusal("sign_up_closed");
  await takeAttempt("sign-up-address", ctx.address);
  const email = normaliseEmail(form.email);
  // Before anything else, so that it says nothing about accounts.
  if (email !== null) await takeAttempt("sign-up-mailbox", mailboxOf(email));
  await Promise.all([sleep(MIN_RESPONSE_MS), createOrMail(ctx, form)]);
  return { confirmFirst: env().production };
}

async function createOrMail(ctx: Ctx, form: SignUp): Promise<void> {
  const timeZone = form.timeZone && (await findZone(db(), form.timeZone));
  const withZone = { ...form, timeZone: timeZone || undefined };
  const { storeName, name, ...owner } = withZone;
  try {
    const store = { ...owner, name: storeName, personName: name };
    await createMerchant(store, ctx.requestId);
  } catch (refusal) {
    if (normaliseEmail(form.email) === null) throw refusal;
    if (!isRefusal(refusal) || refusal.options.fields?.[0]?.path !== "email") throw refusal;
    await withinLimits(() => continueWithAccount(ctx, withZone));
  }
}

/** Does nothing more once a limit is reached, because a refusal would reveal the account. */
async function withinLimits<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error) || error.code !== "rate_limited") throw error;
    return undefined;
  }
}

const inNoStore = (from: Db | Tx) =>
  notExists(from.select().from(memberships).where(eq(memberships.userId, users.id)));

/**
 * Continues with the account of this email. With its password: creates a store for a user who is in none, and
 * emails another link if the email is unconfirmed. Otherwise, the email says that there is an account.
 */
async function continueWithAccount(ctx: Ctx, form: SignUp): Promise<void> {
  const to = normaliseEmail(form.email) ?? form.email;
  const [unfinished] = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, to), or(isNull(users.verifiedAt), inNoStore(db()))));
  const account = unfinished && (await withinLimits(() => findByPassword(to, form.password, ctx)));
  const hasNewStore = account ? await createForFormerMember(ctx, account, form) : false;
  if (account && !account.isConfirmed) {
    const { userId } = account;
    await takeAttempt("proof-mail", userId);
    await db().transaction((tx) => sendConfirmationLink(tx, { userId, email: to }));
  } else if (!hasNewStore) {
    await takeAttempt("proof-mail", mailboxOf(to));
    await db().transaction((tx) => queueMail(tx, null, { template: "account_exists", to }));
  }
}

/** Creates a store for a user who is in none, and emails them if their email is confirmed. Returns whether it did. */
const createForFormerMember = (
  ctx: Ctx,
  { userId, passwordHash, isConfirmed }: UserCredentials,
  { storeName, currency, timeZone }: SignUp,
): Promise<boolean> =>
  db().transaction(async (tx) => {
    // Lock the user's row, so that only one of two concurrent requests creates a store.
    await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
    const [former] = await tx
      .select({ email: users.email })
      .from(users)
      .where(
        and(
          eq(users.id, userId),
          eq(users.passwordHash, passwordHash),
          // With two-step sign-in, a store has to invite them.
          isNull(users.totpEnabledAt),
          inNoStore(tx),
        ),
      );
    if (!former) return false;
    await insertStore(tx, { name: storeName, currency, timeZone }, userId, ctx.requestId);
    if (isConfirmed) await queueMail(tx, null, { template: "store_created", to: former.email });
    return true;
  });
