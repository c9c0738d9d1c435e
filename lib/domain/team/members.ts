import { and, eq, isNotNull } from "drizzle-orm";
import { type Ctx, requireScope, signedInUserOf } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { ROLES, type Role } from "@/lib/base/roles";
import type { Tx } from "@/lib/db/client/client";
import { devices } from "@/lib/db/schema/till";
import { memberships, userSessions } from "@/lib/db/schema/users";
import { dropCachedKey } from "@/lib/domain/api-keys/authenticate";
import { revokeTestKeysOf } from "@/lib/domain/api-keys/change";
import type { CreatedKey } from "@/lib/domain/api-keys/create";
import { handOverKeysOf, type KeyDecision } from "@/lib/domain/api-keys/hand-over";
import { mailKeysLeft } from "@/lib/domain/api-keys/mails";
import type { Action } from "@/lib/domain/audit/actions";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { confirmIdentity, type PartialProof } from "@/lib/domain/people/totp/accept-code";
import { lockStore } from "@/lib/domain/stores/find";
import {
  keepAnOwner,
  lockMember,
  lockTeamAsOwner,
  type Member,
} from "@/lib/domain/stores/lock-team";
import { operation } from "@/lib/ledger/post/operation";
import { withdrawInvitationsOf } from "./invite";
import { deleteViewsOf } from "./saved-views";

/**
 * Changes a member's role, effective from their next request. If they were an owner, their pending
 * invitations are withdrawn. If the new role allows less, the owners get an email with the working API keys
 * that they created.
 * Refuses: not_found, invalid_request (the last owner).
 */
export const changeRole = (ctx: Ctx, { userId, role }: { userId: string; role: Role }) =>
  operation(requireScope(ctx, "store:own"), async (tx): Promise<Member> => {
    const { merchantId } = ctx;
    await lockTeamAsOwner(tx, ctx);
    const member = await lockMember(tx, merchantId, userId);
    if (member.role === role) return member;
    await keepAnOwner(tx, merchantId, member);
    await tx
      .update(memberships)
      .set({ role })
      .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)));
    if (member.role === "owner") {
      await withdrawInvitationsOf(tx, ctx, userId);
      await endPairingCodes(tx, merchantId);
    }
    const isDemoted = ROLES.indexOf(role) > ROLES.indexOf(member.role);
    if (isDemoted) await mailKeysLeft(tx, merchantId, userId, role);
    await audit(tx, authorOf(ctx), {
      action: "team.role_changed",
      subjectId: userId,
      details: { email: member.email, role: { from: member.role, to: role } },
    });
    return { ...member, role };
  });

type Removal = PartialProof & { userId: string; keys: readonly KeyDecision[] };

/**
 * Removes a member from the store's team. Ends their sessions at this store, deletes their saved views, withdraws
 * the pending invitations they sent, and revokes or rolls each API key they created, as `keys` says. To roll one, the
 * owner confirms their password again. Test keys are revoked. Returns the new keys with their secrets.
 * Refuses: not_found, invalid_request (the last owner, a key without a decision, the password, the code).
 */
export async function removeMember(ctx: Ctx, { userId, keys, ...proof }: Removal) {
  requireScope(ctx, "store:own");
  if (keys.some(({ decision }) => decision === "roll")) {
    if (userId === signedInUserOf(ctx).userId) {
      throw invalidField(
        "keys",
        "can't be rolled when you leave, because you'd see the new keys; revoke them instead",
      );
    }
    await confirmIdentity(ctx, proof);
  }
  let rolled: CreatedKey[] = [];
  const removed = await operation(ctx, async (tx) => {
    await lockTeamAsOwner(tx, ctx);
    // Before the keys, so that someone who isn't a member is not found.
    await lockMember(tx, ctx.merchantId, userId);
    rolled = await handOverKeysOf(tx, ctx, userId, keys);
    return await removeFrom(tx, ctx, userId, "team.removed");
  });
  for (const { id } of keys) dropCachedKey(id);
  return { ...removed, rolled };
}

/**
 * Removes the signed-in user from the team. The owners get an email with the working API keys that the user
 * created. Refuses: unauthorized, invalid_request (the last owner).
 */
export const leaveTeam = (ctx: Ctx) =>
  operation(ctx, async (tx) => {
    await lockStore(tx, ctx.merchantId);
    const { userId } = signedInUserOf(ctx);
    const left = await removeFrom(tx, ctx, userId, "team.left");
    await mailKeysLeft(tx, ctx.merchantId, userId);
    return left;
  });

async function removeFrom(
  tx: Tx,
  ctx: Ctx,
  userId: string,
  action: Action,
): Promise<{ id: string }> {
  const { merchantId } = ctx;
  // Lock before the sessions are deleted: a session that is just being opened is either deleted below or
  // finds no membership.
  const member = await lockMember(tx, merchantId, userId);
  await keepAnOwner(tx, merchantId, member);
  await tx
    .delete(userSessions)
    .where(and(eq(userSessions.merchantId, merchantId), eq(userSessions.userId, userId)));
  await tx
    .delete(memberships)
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)));
  await deleteViewsOf(tx, merchantId, userId);
  await withdrawInvitationsOf(tx, ctx, userId);
  await endPairingCodes(tx, merchantId);
  await revokeTestKeysOf(tx, ctx, userId);
  const { name, email, role } = member;
  await audit(tx, authorOf(ctx), { action, subjectId: userId, details: { name, email, role } });
  return { id: userId };
}

/** Ends unused pairing codes, which the person who leaves may have seen. */
const endPairingCodes = (tx: Tx, merchantId: string) =>
  tx
    .update(devices)
    .set({ pairingCodeHash: null, pairingExpiresAt: null })
    .where(and(eq(devices.merchantId, merchantId), isNotNull(devices.pairingCodeHash)));
