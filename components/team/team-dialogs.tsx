import { useRouter } from "next/navigation";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { patch, post, url } from "@/components/api";
import { signOut } from "@/components/auth/credentials";
import { EmailField } from "@/components/auth/fields";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormRadio } from "@/components/form-fields";
import { typedEmail } from "@/components/form-schemas";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { roles, roleWords, type TeamMember } from "./words";

type Closing = { onClose: () => void };
type MemberProps = Closing & { member: TeamMember };

const queryKeysToRefresh = [["team"]];
const roleOptions = roles.map((value) => ({ value, ...roleWords[value] }));

export const InviteDialog = ({ onClose }: Closing) => (
  <ActionDialog
    onClose={onClose}
    title="Invite to the team"
    description="They get a mail with a link that works once, for 7 days."
    verb="Send invitation"
    schema={z.object({ email: typedEmail, role: z.enum(roles) })}
    defaults={{ email: "", role: "manager" }}
    send={(invitation, key) => post("/api/portal/team/invitations", invitation, key)}
    refresh={queryKeysToRefresh}
    toast={(_, { email }) => `Invitation sent to ${email}`}
  >
    {(form) => (
      <>
        <EmailField form={form} name="email" autoComplete="off" />
        <FormRadio form={form} name="role" legend="Role" options={roleOptions} />
      </>
    )}
  </ActionDialog>
);

export function RoleDialog({ member, onClose }: MemberProps) {
  const { user } = useSession();
  const router = useRouter();
  const self = member.id === user.id;
  return (
    <ActionDialog
      onClose={onClose}
      title={self ? "Change your role" : `Change ${member.name}'s role`}
      description={({ role }) =>
        self && role !== "owner"
          ? "It is in force at once, and only another owner can give your role back."
          : "It is in force at once, also where they are signed in."
      }
      verb="Change role"
      schema={z.object({ role: z.enum(roles) })}
      defaults={{ role: member.role }}
      send={async ({ role }) => {
        if (role === member.role) return null;
        return await patch(url("/api/portal/team/{id}", { id: member.id }), { role });
      }}
      refresh={queryKeysToRefresh}
      done={(changed, { role }) => {
        onClose();
        if (!changed) return;
        // The person's own role changed, and every page depends on it.
        if (self) router.refresh();
        const who = self ? "You are" : `${member.name} is`;
        toast(`${who} ${roleWords[role].label.toLowerCase()} now`);
      }}
    >
      {(form) => <FormRadio form={form} name="role" legend="Role" options={roleOptions} />}
    </ActionDialog>
  );
}

export function LeaveDialog({ onClose }: Closing) {
  const { merchant } = useSession();
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Leave ${merchant.name}`}
      consequence="You're signed out of it immediately and can come back only if an owner invites you. You keep your account and your other stores. Owners get an email about the API keys you created."
      keep="Stay"
      verb="Leave store"
      send={(_, key) => post("/api/portal/team/leave", {}, key)}
      done={signOut}
    />
  );
}
