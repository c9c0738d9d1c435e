import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { type Ctx, signedInUserOf } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { isUuid } from "@/lib/base/ids";
import type { Role } from "@/lib/base/roles";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { memberships, userSessions } from "@/lib/db/schema/users";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import {
  type Browser,
  isLive,
  isUseRecordingDue,
  listLive,
  newSession,
  recordUse,
  revokeLive,
  seenBrowser,
  USER_SESSIONS,
} from "./session-records";

/** The store that a user opened last, else the first they joined; null if they are in none. */
export async function currentStoreOf(from: Db | Tx, userId: string): Promise<string | null> {
  const [member] = await from
    .select({ merchantId: memberships.merchantId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(
      sql`${memberships.lastOpenedAt} desc nulls last`,
      asc(memberships.createdAt),
      asc(memberships.merchantId),
    )
    .limit(1);
  return member?.merchantId ?? null;
}

/** A live session: the user, the store it is in, and their role there. */
export type LiveSession = {
  id: string;
  userId: string;
  merchantId: string;
  /** Whether that is the test twin of the team's store. */
  isTest: boolean;
  role: Role;
  /** Whether the store requires a second factor, and the session has none. */
  lacksSecondFactor: boolean;
};

/** Opens a session for a store's team member; `hasPasskey` if a passkey signed them in. Returns its id. */
export async function openSession(
  { userId, merchantId }: { userId: string; merchantId: string },
  browser: Browser,
  on: Db | Tx = db(),
  hasPasskey = false,
): Promise<string> {
  const session = { ...newSession(USER_SESSIONS, browser), userId, merchantId, hasPasskey };
  await on.transaction(async (tx) => {
    await tx
      .update(memberships)
      .set({ lastOpenedAt: sql`now()` })
      .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)));
    await tx.insert(userSessions).values(session);
    const author = { merchantId, actor: `user:${userId}`, requestId: null };
    const details = { ...seenBrowser(browser), ...(hasPasskey && { method: "passkey" }) };
    await audit(tx, author, { action: "session.opened", subjectId: session.id, details });
  });
  return session.id;
}

/** The session with this id; null unless it is live and its user is in the store's team. */
export async function checkSession(id: string): Promise<LiveSession | null> {
  if (!isUuid(id)) return null;
  const [row] = await db()
    .select({
      userId: userSessions.userId,
      merchantId: sql<string>`coalesce(${merchants.id}, ${userSessions.merchantId})`,
      isTest: userSessions.isTest,
      role: memberships.role,
      lacksSecondFactor: sql<boolean>`not ${userSessions.hasPasskey} and exists (
        select from merchants m join users u on u.id = ${userSessions.userId}
        where m.id = ${userSessions.merchantId} and m.requires_second_factor
          and u.totp_enabled_at is null)`,
      useDue: isUseRecordingDue(USER_SESSIONS),
    })
    .from(userSessions)
    .innerJoin(
      memberships,
      and(
        eq(memberships.merchantId, userSessions.merchantId),
        eq(memberships.userId, userSessions.userId),
      ),
    )
    .leftJoin(
      merchants,
      and(eq(userSessions.isTest, true), eq(merchants.liveMerchantId, userSessions.merchantId)),
    )
    .where(and(eq(userSessions.id, id), isLive(USER_SESSIONS)));
  if (!row) return null;
  const { useDue, ...session } = row;
  if (useDue) await recordUse(USER_SESSIONS, id);
  return { id, ...session };
}

/** The user's own sessions, each with the store it shows. Refuses: unauthorized. */
export async function listSessions(ctx: Ctx) {
  const { userId, sessionId } = signedInUserOf(ctx);
  const storeName = sql<string>`(select name from ${merchants}
    where ${merchants.id} = ${userSessions.merchantId})`;
  const sessions = await listLive(USER_SESSIONS, userId, sessionId, storeName);
  return sessions.map(({ extra, ...session }) => ({ ...session, storeName: extra }));
}

/** Signs out: revokes a session, unless it is already revoked. */
export async function revokeSession(id: string): Promise<void> {
  if (!isUuid(id)) return;
  await db().transaction(async (tx) => {
    const [session] = await tx
      .update(userSessions)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(userSessions.id, id), isNull(userSessions.revokedAt)))
      .returning({ merchantId: userSessions.merchantId, userId: userSessions.userId });
    if (!session) return;
    const { merchantId, userId } = session;
    const author = { merchantId, actor: `user:${userId}`, requestId: null };
    await audit(tx, author, { action: "session.revoked", subjectId: id });
  });
}

/** Revokes one of the user's own sessions. Refuses: not_found (ended, or someone else's). */
export const revokeOwnSession = (ctx: Ctx, { id }: { id: string }): Promise<{ revoked: number }> =>
  db().transaction(async (tx) => {
    const { userId } = signedInUserOf(ctx);
    const [session] = await revokeLive(tx, USER_SESSIONS, userId, eq(userSessions.id, id));
    const details = found(session);
    await audit(tx, authorOf(ctx), { action: "session.revoked", subjectId: id, details });
    return { revoked: 1 };
  });

/** Revokes every session of the user except the current one. Refuses: unauthorized. */
export const revokeOtherSessions = (ctx: Ctx): Promise<{ revoked: number }> =>
  db().transaction(async (tx) => {
    const { userId, sessionId } = signedInUserOf(ctx);
    const revoked = await revokeSessionsOf(tx, userId, sessionId);
    const action = "session.others_revoked";
    if (revoked > 0) {
      await audit(tx, authorOf(ctx), { action, subjectId: userId, details: { revoked } });
    }
    return { revoked };
  });

/** Revokes a user's sessions except `except`, in the caller's transaction. Returns how many. */
export async function revokeSessionsOf(
  tx: Db | Tx,
  userId: string,
  except?: string,
): Promise<number> {
  const others = except === undefined ? undefined : ne(userSessions.id, except);
  return (await revokeLive(tx, USER_SESSIONS, userId, others)).length;
}
