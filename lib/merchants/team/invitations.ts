import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../../db/client";
import { invitations, users } from "../../db/schema/users";
import { merchants } from "../../db/schema/merchants";
import { Refusal } from "../../errors";
import { hashToken } from "../../opaque-token";
import type { Role } from "../../roles";

/** An invitation as the team sees it. Dates are strings in a replayed response. */
export type Invitation = {
  id: string;
  email: string;
  role: Role;
  /** The inviter's name. */
  invitedBy: string;
  sentAt: Date | string;
  expiresAt: Date | string;
};

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

/** SQL condition: an invitation of this store is pending, even if its link has expired. */
export const isPending = (merchantId: string) =>
  and(
    eq(invitations.merchantId, merchantId),
    isNull(invitations.acceptedAt),
    isNull(invitations.withdrawnAt),
  );

/** The pending invitation with this id. Refuses: not_found. */
export async function findInvitation(tx: Tx, merchantId: string, id: string): Promise<Invitation> {
  const [found] = await selectInvitations(tx).where(
    and(isPending(merchantId), eq(invitations.id, id)),
  );
  if (!found) throw new Refusal("not_found");
  return found;
}

/** An invitation as shown to whoever opens its link. */
export type OpenInvitation = {
  merchantId: string;
  id: string;
  email: string;
  role: Role;
  storeName: string;
  invitedBy: string;
  expiresAt: Date;
  /** The account with this email; null if the person is new. */
  userId: string | null;
};

/**
 * The pending invitation with this link token. `lock` prevents changes until the transaction ends.
 * Refuses: not_found, for any reason.
 */
export async function openInvitation(
  from: Db | Tx,
  token: string,
  lock = false,
): Promise<OpenInvitation> {
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
  const [found] = await (lock ? query.for("update", { of: invitations }) : query);
  if (found) return found;
  throw new Refusal("not_found", {
    message: "This invitation was used, withdrawn or sent again, or it has expired.",
  });
}
