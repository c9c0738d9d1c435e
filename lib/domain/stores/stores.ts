import { and, asc, eq, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { type SignedInUser, signedInUserOf } from "@/lib/base/context";
import { found, Refusal } from "@/lib/base/errors";
import { db, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { memberships, userSessions } from "@/lib/db/schema/users";
import { audit } from "@/lib/domain/audit/audit";
import { THROTTLES, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { operation } from "@/lib/ledger/post/operation";
import { insertStore, type NewStore } from "./create";
import { teamStoreOf } from "./test-twin";
import { twinOf } from "./twin";

/** Whether a user may create another store: by invitation, only people who own one may (`SIGN_UP`). */
export async function mayCreateStores(userId: string): Promise<boolean> {
  const { signUp } = env();
  if (signUp !== "invited") return signUp === "open";
  const owned = and(eq(memberships.userId, userId), eq(memberships.role, "owner"));
  return (await db().$count(memberships, owned)) > 0;
}

const TOO_MANY_STORES = {
  message: `You can create ${THROTTLES["new-store"].max} stores a day. Try again tomorrow.`,
  retryAfterSeconds: 24 * 60 * 60,
};

/**
 * Creates another store, owned by the signed-in user, and moves their session there.
 * Refuses: unauthorized, sign_up_closed, rate_limited (by IP address and by user), invalid_request.
 */
export async function createStore(
  ctx: Ctx,
  store: NewStore,
): Promise<{ merchantId: string; slug: string }> {
  const person = signedInUserOf(ctx);
  if (!(await mayCreateStores(person.userId))) {
    throw new Refusal("sign_up_closed", {
      message: "Ask this site's operator to create another store for you.",
    });
  }
  await takeAttempt("sign-up-address", ctx.address);
  await takeAttempt("new-store", person.userId, TOO_MANY_STORES);
  return await operation(ctx, async (tx) => {
    const made = await insertStore(tx, store, person.userId, ctx.requestId);
    await moveSession(tx, person, made.merchantId, ctx.requestId);
    return made;
  });
}

const MAX_LISTED = 200;

/** The stores where the user is a team member, by name. Refuses: unauthorized. */
export const listStores = async (ctx: Ctx) =>
  db()
    .select({
      id: merchants.id,
      name: merchants.name,
      role: memberships.role,
      current: sql<boolean>`${merchants.id} = ${teamStoreOf(ctx.merchantId)}`,
    })
    .from(memberships)
    .innerJoin(merchants, eq(merchants.id, memberships.merchantId))
    .where(eq(memberships.userId, signedInUserOf(ctx).userId))
    .orderBy(asc(merchants.name), asc(merchants.id))
    .limit(MAX_LISTED);

type Switch = { merchantId: string; testMode?: boolean | undefined };

/**
 * Switches the session to another of the user's stores, or between a store and its test twin, which is created
 * on first use. Returns the id of the store that is shown. Refuses: unauthorized, not_found.
 */
export const switchStore = (
  ctx: Ctx,
  { merchantId, testMode = false }: Switch,
): Promise<{ merchantId: string }> =>
  db().transaction(async (tx) => ({
    merchantId: await moveSession(tx, signedInUserOf(ctx), merchantId, ctx.requestId, testMode),
  }));

/**
 * Moves a user's session to another of their stores, or to its test twin. Returns the id of the store that is
 * shown. Refuses: not_found (not in its team).
 */
export async function moveSession(
  tx: Tx,
  { userId, sessionId }: SignedInUser,
  merchantId: string,
  requestId: string,
  isTest = false,
): Promise<string> {
  // Lock the membership: a concurrent removal either ends the session or makes this fail.
  const [member] = await tx
    .update(memberships)
    .set({ lastOpenedAt: sql`now()` })
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)))
    .returning({ userId: memberships.userId });
  found(member);
  await tx
    .update(userSessions)
    .set({ merchantId, isTest })
    .where(and(eq(userSessions.id, sessionId), eq(userSessions.userId, userId)));
  const author = { actor: `user:${userId}`, requestId };
  const openedId = isTest ? await twinOf(tx, merchantId, author) : merchantId;
  // Audited only in the new store: the old store must not learn of it.
  const entry = { action: "session.switched", subjectId: sessionId } as const;
  await audit(tx, { merchantId: openedId, ...author }, entry);
  return openedId;
}
