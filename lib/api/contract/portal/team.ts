import { z } from "zod";
import { Email, Name, ShownInstant, Uuid } from "@/lib/api/contract/fields";
import { inBothShapes, sameReply } from "@/lib/api/contract/shapes";
import { ROLES, type Role } from "@/lib/base/roles";
import { MAX_KEYS } from "@/lib/domain/api-keys/create";
import { OVERLAP_HOURS_CHOICES } from "@/lib/domain/api-keys/roll";
import { MAX_PASSWORD_CHARS } from "@/lib/domain/people/passwords/hash";
import type { OpenInvitation } from "@/lib/domain/team/invitations";
import type { Team } from "@/lib/domain/team/list";
import { PROOF_FIELDS } from "./account";
import { CreatedKeyView } from "./keys";

const RoleWord = z.enum(ROLES);

/** The id of a team member or an invitation, depending on the path. */
export const TeamParams = z.strictObject({ id: Uuid });

export const InviteBody = inBothShapes(z.strictObject({ email: Email, role: RoleWord }));

export const RoleBody = inBothShapes(z.strictObject({ role: RoleWord }));

/** Removes a team member, with a decision for each API key that they created. */
export const RemoveBody = inBothShapes(
  z.strictObject({
    keys: z
      .array(
        z.strictObject({
          id: Uuid,
          decision: z.enum(["revoke", "roll"]),
          /** How long a rolled key keeps working. */
          overlapHours: z.literal(OVERLAP_HOURS_CHOICES).default(0),
        }),
      )
      .max(MAX_KEYS)
      .default([]),
    ...PROOF_FIELDS,
  }),
);

export const AcceptBody = inBothShapes(
  z.strictObject({
    token: z.string().min(1).max(100),
    name: Name.optional(),
    password: z.string().min(1).max(MAX_PASSWORD_CHARS),
  }),
);

const InvitationView = z.object({
  id: z.guid(),
  email: z.string(),
  role: RoleWord,
  invitedBy: z.string(),
  sentAt: ShownInstant,
  expiresAt: ShownInstant,
});

const MemberView = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  role: RoleWord,
  twoStep: z.boolean(),
  joinedAt: ShownInstant,
  lastSeenAt: ShownInstant.nullable(),
});

export const teamReply = sameReply(
  z.object({ people: z.array(MemberView), invitations: z.array(InvitationView) }),
  ({ people, invitations }: Team) => ({
    people: people.map(({ userId, ...person }) => ({ id: userId, ...person })),
    invitations,
  }),
);

export const invitationReply = sameReply(z.object({ invitation: InvitationView }));

export const memberReply = sameReply(
  z.object({ id: z.guid(), role: RoleWord }),
  ({ userId, role }: { userId: string; role: Role }) => ({ id: userId, role }),
);

/** `rolled` contains the replacements of rolled keys, whose secrets are shown only once. */
export const removedReply = sameReply(
  z.object({ id: z.guid(), rolled: z.array(CreatedKeyView).optional() }),
);

export const openInvitationReply = sameReply(
  z.object({
    storeName: z.string(),
    role: RoleWord,
    invitedBy: z.string(),
    email: z.string(),
    expiresAt: ShownInstant,
    /** Whether the email already has an account. */
    hasAccount: z.boolean(),
  }),
  ({ userId, ...invitation }: OpenInvitation) => ({ ...invitation, hasAccount: userId !== null }),
);

export const acceptedReply = sameReply(z.object({ email: z.string() }));
