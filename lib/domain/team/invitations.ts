import { and, eq, isNull, sql } from "drizzle-orm";
import { found, Refusal } from "@/lib/base/errors";
import { hashToken } from "@/lib/base/opaque-token";
import type { Db, Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { invitations, users } from "@/lib/db/schema/users";
import type { Replayable } from "@/lib/ledger/post/operation";

const INVITER_ID = sql`substr(${invitations.invitedBy}, 6)::uuid`;

const COLUMNS = {
  id: invitations.id,
  email: invitations.email,
  role: invitations.role,
  invitedBy: sql<string>`coalesce(${users.name}, ${invitations.invitedBy})`,
  sentAt: invitations.sentAt,
  expiresAt: invitations.expiresAt,
};

/** Invitations with the inviter's name. The caller must filter by store. */
export const selectInvitations = (from: Db | Tx) =>
  from.select(COLUMNS).from(invitations).leftJoin(users, eq(users.id, INVITER_ID));

/** An invitation as the team sees it. */
export type Invitation = Replayable<Awaited<ReturnType<typeof selectInvitations>>[number]>;

/** SQL condition: an invitation of this store is pending, even if its link has expired. */
export const isPending = (merchantId: string) =>
  and(
    eq(invitations.merchantId, merchantId),
    isNull(invitations.acceptedAt),
    isNull(invitations.withdrawnAt),
  );

/** The pending invitation with this id. Refuses: not_found. */
export async function findInvitation(tx: Tx, merchantId: string, id: string): Promise<Invitation> {
  const isIt = and(isPending(merchantId), eq(invitations.id, id));
  const [invitation] = await selectInvitations(tx).where(isIt);
  return found(invitation);
}

/**
 * The pending invitation with this link token. `lock` prevents changes until the transaction ends.
 * Refuses: not_found, for any reason.
 */
export async function findInvitationByToken(from: Db | Tx, token: string, lock = false) {
  const query = from
    .select({
      merchantId: invitations.merchantId,
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      storeName: merchants.name,
      invitedBy: sql<string>`coalesce((select ${users.name} from ${users}
        where ${users.id} = ${INVITER_ID}), 'The store')`,
      expiresAt: invitations.expiresAt,
      // The account with this email, if there is one.
      userId: sql<string | null>`(select ${users.id} from ${users}
        where ${users.email} = ${invitations.email})`,
    })
    .from(invitations)
    .innerJoin(merchants, eq(merchants.id, invitations.merchantId))
    .where(
      and(
        eq(invitations.tokenHash, hashToken(token)),
        isNull(invitations.acceptedAt),
        isNull(invitations.withdrawnAt),
        sql`${invitations.expiresAt} > now()`,
      ),
    );
  const [invitation] = await (lock ? query.for("update", { of: invitations }) : query);
  if (invitation) return invitation;
  throw new Refusal("not_found", {
    message: "This invitation was used, withdrawn or replaced by a newer one, or it has expired.",
  });
}

/** An invitation as shown to anyone who opens its link. */
export type OpenInvitation = Awaited<ReturnType<typeof findInvitationByToken>>;
