import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { patch, post, url } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { signOut } from "@/components/kit/credentials/credentials";
import { EmailField } from "@/components/kit/credentials/fields";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { FormRadio } from "@/components/kit/form/form-fields";
import { typedEmail } from "@/components/kit/form/form-schemas";
import { toast } from "@/components/kit/page/toast";
import { roleOptions, roles, type TeamMember } from "./words";

type Closing = { onClose: () => void };
type MemberProps = Closing & { member: TeamMember };

const queryKeysToRefresh = [["team"]];

export function InviteDialog({ onClose }: Closing) {
  const [t, tc] = [useTranslations("team"), useTranslations("common")];
  return (
    <ActionDialog
      onClose={onClose}
      title={t("invite.title")}
      description={t("invite.text")}
      verb={t("invite.submit")}
      schema={z.object({ email: typedEmail, role: z.enum(roles) })}
      defaults={{ email: "", role: "manager" }}
      send={(invitation, key) => post("/api/portal/team/invitations", invitation, key)}
      refresh={queryKeysToRefresh}
      toast={(_, { email }) => t("invite.done", { email })}
    >
      {(form) => (
        <>
          <EmailField form={form} name="email" autoComplete="off" />
          <FormRadio
            form={form}
            name="role"
            legend={t("role.legend")}
            options={roleOptions(t, tc)}
          />
        </>
      )}
    </ActionDialog>
  );
}

export function RoleDialog({ member, onClose }: MemberProps) {
  const [t, tc] = [useTranslations("team"), useTranslations("common")];
  const { user } = useSession();
  const router = useRouter();
  const self = member.id === user.id;
  return (
    <ActionDialog
      onClose={onClose}
      title={self ? t("role.titleSelf") : t("role.title", { name: member.name })}
      description={({ role }) => t(self && role !== "owner" ? "role.textSelf" : "role.text")}
      verb={t("role.submit")}
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
        toast(self ? t("role.doneSelf", { role }) : t("role.done", { name: member.name, role }));
      }}
    >
      {(form) => (
        <FormRadio form={form} name="role" legend={t("role.legend")} options={roleOptions(t, tc)} />
      )}
    </ActionDialog>
  );
}

export function LeaveDialog({ onClose }: Closing) {
  const t = useTranslations("team");
  const { merchant } = useSession();
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("leave.title", { store: merchant.name })}
      consequence={t("leave.consequence")}
      verb={t("leave.button")}
      send={(_, key) => post("/api/portal/team/leave", {}, key)}
      refresh={queryKeysToRefresh}
      done={signOut}
    />
  );
}
