import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull, notExists } from "drizzle-orm";
import type { Ctx } from "../context";
import { type Db, db, type Tx } from "../db/client";
import { memberships, users } from "../db/schema/users";
import { normaliseEmail } from "../email";
import { env } from "../env";
import { isRefusal, Refusal } from "../errors";
import { takeAttempt } from "../limits/attempt-limits";
import { queueMail } from "../outbox/mail";
import { createMerchant, insertStore } from "./create";
import { findByPassword } from "./sign-in";
import { findZone } from "./store-time-zone";

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
 * and enters its password. The response and its time are the same if the email has an account: only the mail
 * says so. `confirmFirst`: the account starts with the mailed link, which production requires.
 * Refuses: sign_up_closed, rate_limited (by IP address), invalid_request (the password), unavailable.
 */
export async function signUp(ctx: Ctx, wanted: SignUp): Promise<{ confirmFirst: boolean }> {
  if (env().signUp !== "open") throw new Refusal("sign_up_closed");
  await takeAttempt("sign-up-address", ctx.address);
  await Promise.all([sleep(MIN_RESPONSE_MS), createOrMail(ctx, wanted)]);
  return { confirmFirst: env().production };
}

async function createOrMail(ctx: Ctx, wanted: SignUp): Promise<void> {
  const timeZone = wanted.timeZone && (await findZone(db(), wanted.timeZone));
  const given = { ...wanted, timeZone: timeZone || undefined };
  const { storeName, name, ...owner } = given;
  try {
    const store = { ...owner, name: storeName, personName: name };
    await createMerchant(store, ctx.requestId);
  } catch (refusal) {
    if (normaliseEmail(given.email) === null) throw refusal;
    if (!isRefusal(refusal) || refusal.options.fields?.[0]?.path !== "email") throw refusal;
    await withinLimits(async () => {
      if (!(await createForFormerMember(ctx, given))) await mailAccountExists(given.email);
    });
  }
}

/** Does nothing more once a limit is reached, because a refusal would reveal the account. */
async function withinLimits(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isRefusal(error) || error.code !== "rate_limited") throw error;
  }
}

async function mailAccountExists(typed: string): Promise<void> {
  const to = normaliseEmail(typed) ?? typed;
  await takeAttempt("proof-mail", to);
  await db().transaction((tx) => queueMail(tx, null, { template: "account_exists", to }));
}

const inNoStore = (from: Db | Tx) =>
  notExists(from.select().from(memberships).where(eq(memberships.userId, users.id)));

/** Creates a store for a user who is in none; null if they are in one or the password is wrong. */
async function createForFormerMember(ctx: Ctx, given: SignUp) {
  const { storeName, email, password, currency, timeZone } = given;
  const isTheirs = eq(users.email, normaliseEmail(email) ?? "");
  const [former] = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(isTheirs, inNoStore(db())));
  const known = former && (await findByPassword(email, password, ctx));
  // With two-step sign-in, a store has to invite them.
  if (!known || known.hasTwoSteps) return null;
  const { userId, passwordHash } = known;
  return await db().transaction(async (tx) => {
    // Lock the user's row, so that only one of two concurrent requests creates a store.
    await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
    const [still] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.id, userId),
          eq(users.passwordHash, passwordHash),
          isNull(users.totpEnabledAt),
          inNoStore(tx),
        ),
      );
    if (!still) return null;
    return await insertStore(tx, { name: storeName, currency, timeZone }, userId, ctx.requestId);
  });
}
