import { z } from "zod";
import type { Role } from "../context";
import { MAX_PASSWORD_CHARS } from "../merchants/passwords/hash";
import type { Invitation, OpenInvitation } from "../merchants/team/invitations";
import type { NewInvitation } from "../merchants/team/invite";
import type { Team } from "../merchants/team/list";
import { Email, iso, Name, Uuid } from "./fields";
import { inBoth, type Shaped, sameInBoth } from "./shapes";

const RoleWord = z.enum(["owner", "manager", "viewer"]);

/** Of a person or an invitation, whichever the path is about. */
export const TeamParams = z.strictObject({ id: Uuid });

export const InviteBody: Shaped<NewInvitation> = inBoth(
  z.strictObject({ email: Email, role: RoleWord }),
);

export const RoleBody: Shaped<{ role: Role }> = inBoth(z.strictObject({ role: RoleWord }));

// 32 random bytes; any other text opens nothing, and says so in the same way.
const Token = z.string().min(1).max(100);

export const TokenBody: Shaped<{ token: string }> = inBoth(z.strictObject({ token: Token }));

export const AcceptBody: Shaped<{ token: string; name?: string | undefined; password: string }> =
  inBoth(
    z.strictObject({
      token: Token,
      name: Name.optional(),
      password: z.string().min(1).max(MAX_PASSWORD_CHARS),
    }),
  );

const InvitationView = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  role: RoleWord,
  invitedBy: z.string(),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

const presentInvitation = ({ id, email, role, invitedBy, sentAt, expiresAt }: Invitation) => ({
  id,
  email,
  role,
  invitedBy,
  sentAt: iso(sentAt),
  expiresAt: iso(expiresAt),
});

export const TeamView = z.strictObject({
  people: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      role: RoleWord,
      twoStep: z.boolean(),
      joinedAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime().nullable(),
    }),
  ),
  invitations: z.array(InvitationView),
});

export const teamReply = sameInBoth(TeamView, ({ people, invitations }: Team) => ({
  people: people.map(({ userId, joinedAt, lastSeenAt, ...person }) => ({
    id: userId,
    ...person,
    joinedAt: iso(joinedAt),
    lastSeenAt: lastSeenAt && iso(lastSeenAt),
  })),
  invitations: invitations.map(presentInvitation),
}));

export const invitationReply = sameInBoth(
  z.strictObject({ invitation: InvitationView }),
  ({ invitation }: { invitation: Invitation }) => ({ invitation: presentInvitation(invitation) }),
);

export const memberReply = sameInBoth(
  z.strictObject({ id: z.uuid(), role: RoleWord }),
  ({ userId, role }: { userId: string; role: Role }) => ({ id: userId, role }),
);

export const removedReply = sameInBoth(
  z.strictObject({ id: z.uuid() }),
  ({ id }: { id: string }) => ({ id }),
);

export const OpenInvitationView = z.strictObject({
  storeName: z.string(),
  role: RoleWord,
  invitedBy: z.string(),
  email: z.string(),
  expiresAt: z.iso.datetime(),
  /** Whether the address has an account already. */
  hasAccount: z.boolean(),
});

export const openInvitationReply = sameInBoth(
  OpenInvitationView,
  ({ storeName, role, invitedBy, email, expiresAt, userId }: OpenInvitation) => ({
    storeName,
    role,
    invitedBy,
    email,
    expiresAt: iso(expiresAt),
    hasAccount: userId !== null,
  }),
);

export const acceptedReply = sameInBoth(
  z.strictObject({ email: z.string() }),
  ({ email }: { email: string }) => ({ email }),
);
