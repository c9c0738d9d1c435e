import { and, eq, isNull, notExists } from "drizzle-orm";
import type { Ctx } from "../context";
import { type Db, db, type Tx } from "../db/client";
import { memberships, users } from "../db/schema/users";
import { normaliseEmail } from "../email";
import { invalidField, isRefusal } from "../errors";
import { takeAttempt } from "../limits/attempt-limits";
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

/**
 * Creates a store with a new account, or with the existing account of a user who is no longer in any store
 * and enters its password.
 * Refuses: rate_limited (by IP address), invalid_request (the email has an account), unavailable.
 */
export async function signUp(
  ctx: Ctx,
  wanted: SignUp,
): Promise<{ merchantId: string; slug: string }> {
  await takeAttempt("sign-up-address", ctx.address);
  const timeZone = wanted.timeZone && (await findZone(db(), wanted.timeZone));
  const given = { ...wanted, timeZone: timeZone || undefined };
  const { storeName, name, ...owner } = given;
  try {
    const store = { ...owner, name: storeName, personName: name };
    return await createMerchant(store, ctx.requestId);
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    const made = await createForFormerMember(ctx, given);
    // With a wrong password, the refusal is the same as for any other account.
    if (!made) throw refusal;
    return made;
  }
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
  if (!known) return null;
  const { userId, passwordHash } = known;
  if (known.hasTwoSteps) {
    throw invalidField("email", "has an account with two-step sign-in; ask a store to invite it");
  }
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
