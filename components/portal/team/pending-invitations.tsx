import { useTranslations } from "next-intl";
import { post, remove, url } from "@/components/kit/api/api";
import { useAction, useRefresh } from "@/components/kit/api/queries";
import type { Translate } from "@/components/kit/locale/translate";
import { toast } from "@/components/kit/page/toast";
import { Chip } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { MenuItem, RowMenu } from "@/components/kit/ui/menu";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Section } from "@/components/kit/ui/section";
import { buttonsColumn, type Column, Table } from "@/components/kit/ui/table";
import type { Invitation } from "@/components/portal/team/words";

type Props = { invitations: Invitation[]; mayChange: boolean };
type Change = { invitation: Invitation; act: "resend" | "withdraw" };

/** Pending invitations; renders nothing if there are none. */
export function PendingInvitations({ invitations, mayChange }: Props) {
  const [t, tc] = [useTranslations("team"), useTranslations("common")];
  const refresh = useRefresh();
  const change = useAction({
    send: ({ invitation: { id }, act }: Change, key): Promise<unknown> =>
      act === "resend"
        ? post(url("/api/portal/team/invitations/{id}/resend", { id }), {}, key)
        : remove(url("/api/portal/team/invitations/{id}", { id })),
    refresh: [["team"]],
    done: (_, { invitation: { email }, act }) =>
      toast(t(act === "resend" ? "invitations.resent" : "invitations.withdrawn", { email })),
    // Someone else may have changed it first; refresh the list.
    failed: () => refresh(["team"]),
  });
  if (invitations.length === 0) return null;
  return (
    <Section title={t("invitations.title")} className="gap-2">
      <RequestFailure error={change.error} />
      <Table
        caption={t("invitations.title")}
        columns={columns(
          t,
          tc,
          mayChange ? { onChange: change.mutate, busy: change.isPending } : null,
        )}
        rows={invitations}
        rowId={({ id }) => id}
      />
    </Section>
  );
}

type Actions = { onChange: (change: Change) => void; busy: boolean };

/** Without `actions`, the table is read-only. */
const columns = (
  t: Translate<"team">,
  tc: Translate<"common">,
  actions: Actions | null,
): Column<Invitation>[] => [
  {
    header: t("invitations.email"),
    phone: "what",
    cell: ({ email }) => (
      <span className="block max-w-48 truncate font-medium xl:max-w-72 stacked:max-w-none">
        {email}
      </span>
    ),
  },
  {
    header: t("invitations.role"),
    phone: "amount",
    cell: ({ role }) => <span className="font-normal">{tc(`roles.${role}`)}</span>,
  },
  {
    header: t("invitations.sent"),
    phone: "who",
    cell: ({ sentAt, expiresAt }) => (
      <span className="flex items-center gap-2 text-muted">
        <span>
          <span className="unstacked:hidden">{t("invitations.sent")} </span>
          <Time at={sentAt} />
        </span>
        {new Date(expiresAt) <= new Date() && (
          <Chip tone="attention" word={t("invitations.expired")} />
        )}
      </span>
    ),
  },
  {
    header: t("invitations.invitedBy"),
    phone: "hidden",
    from: "lg",
    cell: ({ invitedBy }) => (
      <span className="block max-w-40 truncate text-muted">{invitedBy}</span>
    ),
  },
  ...(actions ? [actionsColumn(t, actions)] : []),
];

const actionsColumn = (t: Translate<"team">, { onChange, busy }: Actions): Column<Invitation> =>
  buttonsColumn(t("invitations.actions"), (invitation) => (
    <RowMenu label={t("invitations.actionsFor", { email: invitation.email })} disabled={busy}>
      <MenuItem onSelect={() => onChange({ invitation, act: "resend" })}>
        {t("invitations.resend")}
      </MenuItem>
      <MenuItem onSelect={() => onChange({ invitation, act: "withdraw" })}>
        {t("invitations.withdraw")}
      </MenuItem>
    </RowMenu>
  ));
