import { and, eq, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { invalidField, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db, type Tx, withRetries } from "@/lib/db/client/client";
import { invitations, memberships, users } from "@/lib/db/schema/users";
import { audit } from "@/lib/domain/audit/audit";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { markConfirmed } from "@/lib/domain/people/email-confirmation";
import { hashPassword } from "@/lib/domain/people/passwords/hash";
import { findByPassword } from "@/lib/domain/people/sign-in";
import { moveSession } from "@/lib/domain/stores/stores";
import { findInvitationByToken } from "./invitations";

type Acceptance = {
  token: string;
  /** Required if the user is new. */
  name?: string | undefined;
  password: string;
};

/** The pending invitation with this link token. Refuses: rate_limited, not_found. */
export async function readInvitation({ address }: Ctx, { token }: { token: string }) {
  await takeAttempt("invitation-address", address);
  return await findInvitationByToken(db(), token);
}

/**
 * Accepts an invitation without a session: a new user gets an account, others enter their password. Doesn't
 * sign in, so that two-step sign-in can't be skipped.
 * Refuses: not_found, invalid_request (the name, the password), sign_up_closed (a new user), rate_limited,
 * unavailable.
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token, name, password }: Acceptance,
): Promise<{ email: string }> {
  const { email, userId } = await readInvitation(ctx, { token });
  if (userId === null) {
    if (env().signUp === "closed") throw new Refusal("sign_up_closed");
    if (name === undefined) throw invalidField("name", "is required");
    const personal = [email, name];
    const passwordHash = await hashPassword(password, { caller: "known", personal });
    const account = { email, name, passwordHash };
    await withRetries(() =>
      db().transaction(async (tx) => {
        await acceptAsUser(tx, token, await insertAccount(tx, account), ctx.requestId);
      }),
    );
  } else {
    if (!(await findByPassword(email, password, ctx))) {
      throw invalidField("password", "is incorrect");
    }
    await withRetries(() =>
      db().transaction((tx) => acceptAsUser(tx, token, userId, ctx.requestId)),
    );
  }
  return { email };
}

async function insertAccount(
  tx: Tx,
  account: { email: string; name: string; passwordHash: string },
) {
  const [made] = await tx
    .insert(users)
    .values({ id: newId(), ...account })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (!made)
    throw invalidField(
      "body",
      "an account with this email was created in the meantime; reload the page",
    );
  return made.id;
}

/**
 * Accepts an invitation for the signed-in user, and moves their session to the store.
 * Refuses: not_found, insufficient_scope (an invitation of another address).
 */
export const joinTeam = (ctx: Ctx, { token }: { token: string }): Promise<{ merchantId: string }> =>
  db().transaction(async (tx) => {
    const person = signedInUserOf(ctx);
    const { email, userId } = await findInvitationByToken(tx, token);
    if (userId !== person.userId) {
      throw new Refusal("insufficient_scope", { message: `This invitation is for ${email}.` });
    }
    const { merchantId } = await acceptAsUser(tx, token, userId, ctx.requestId);
    await moveSession(tx, person, merchantId, ctx.requestId);
    return { merchantId };
  });

/**
 * Adds a user to the team by an invitation, which works once: if it is accepted or withdrawn at the same
 * time, the first one wins. The link came by mail, so it also confirms the user's email.
 * Refuses: not_found.
 */
async function acceptAsUser(
  tx: Tx,
  token: string,
  userId: string,
  requestId: string,
): Promise<{ merchantId: string }> {
  const { merchantId, id, email, role, invitedBy } = await findInvitationByToken(tx, token, true);
  await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(and(eq(invitations.merchantId, merchantId), eq(invitations.id, id)));
  // A user who is already in the team keeps their role.
  await tx
    .insert(memberships)
    .values({ merchantId, userId, role, lastOpenedAt: sql`now()` })
    .onConflictDoNothing();
  await markConfirmed(tx, userId);
  const author = { merchantId, actor: `user:${userId}`, requestId };
  const details = { email, role, invitedBy };
  await audit(tx, author, { action: "team.joined", subjectId: userId, details });
  return { merchantId };
}
