import { patch, url } from "@/components/kit/api/api";
import { signOut } from "@/components/kit/credentials/credentials";
import { EmailField } from "@/components/kit/credentials/fields";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { field, radio } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { typedEmail } from "@/components/kit/form/form-schemas";
import type { Translate } from "@/components/kit/locale/translate";
import { toast } from "@/components/kit/page/toast";
import { roleOption, roles, type TeamMember } from "./words";

const team = { texts: "team", refresh: () => [["team"]] } as const;
const ofMember = { ...team, subject: ({ member }: { member: TeamMember }) => member };

type Texts = { t: Translate<"team">; tc: Translate<"common"> };

const roleField = ({ t, tc }: Texts, initial: TeamMember["role"]) =>
  radio(t("role.legend"), { values: roles, initial, option: (role) => roleOption(t, tc, role) });

export const InviteDialog = formDialog(team, "invite", {
  operation: ["POST", "/api/portal/team/invitations"],
  fields: (texts) => ({
    email: field(typedEmail, "", (at) => <EmailField {...at} autoComplete="off" />),
    role: roleField(texts, "manager"),
  }),
  toast: (_, { email }, { t }) => t("invite.toast", { email }),
});

type OfMember = { member: TeamMember; user: { id: string } };
const isSelf = ({ member, user }: OfMember) => member.id === user.id;

export const RoleDialog = formDialog(ofMember, "role", {
  title: (context) =>
    isSelf(context)
      ? context.t("role.titleSelf")
      : context.t("role.title", { name: context.member.name }),
  fields: (context) => ({ role: roleField(context, context.member.role) }),
  description: (context, { role }) =>
    context.t(isSelf(context) && role !== "owner" ? "role.textSelf" : "role.text"),
  send: async ({ role }, _, { member }) => {
    if (role === member.role) return null;
    return await patch(url("/api/portal/team/{id}", { id: member.id }), { role });
  },
  done: (changed, { role }, { t, onClose, router, ...context }) => {
    onClose();
    if (!changed) return;
    const self = isSelf(context);
    // The person's own role changed, and every page depends on it.
    if (self) router.refresh();
    const { name } = context.member;
    toast(self ? t("role.doneSelf", { role }) : t("role.done", { name, role }));
  },
});

export const LeaveDialog = confirmation(team, "leave", {
  operation: ["POST", "/api/portal/team/leave"],
  values: ({ merchant }) => ({ store: merchant.name }),
  done: signOut,
});
