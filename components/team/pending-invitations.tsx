import { MoreHorizontal } from "lucide-react";
import { post, remove, url } from "@/components/api";
import { useAction, useRefresh } from "@/components/queries";
import type { Invitation } from "@/components/team/words";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { Menu, MenuItem } from "@/components/ui/menu";
import { RequestFailure } from "@/components/ui/request-failure";
import { Section } from "@/components/ui/section";
import { type Column, Table } from "@/components/ui/table";
import { roleWords } from "./words";

type Props = { invitations: Invitation[]; mayChange: boolean };
type Change = { invitation: Invitation; act: "resend" | "withdraw" };

/** Pending invitations; renders nothing if there are none. */
export function PendingInvitations({ invitations, mayChange }: Props) {
  const refresh = useRefresh();
  const change = useAction({
    send: ({ invitation: { id }, act }: Change, key): Promise<unknown> =>
      act === "resend"
        ? post(url("/api/portal/team/invitations/{id}/resend", { id }), {}, key)
        : remove(url("/api/portal/team/invitations/{id}", { id })),
    refresh: [["team"]],
    done: (_, { invitation: { email }, act }) =>
      toast(
        act === "resend" ? `Invitation sent to ${email} again` : `Invitation of ${email} withdrawn`,
      ),
    // Someone else may have changed it first; refresh the list.
    failed: () => refresh(["team"]),
  });
  if (invitations.length === 0) return null;
  return (
    <Section title="Invited" className="gap-2">
      <RequestFailure error={change.error} />
      <Table
        caption="Pending invitations"
        columns={columns(mayChange ? { onChange: change.mutate, busy: change.isPending } : null)}
        rows={invitations}
        rowId={({ id }) => id}
      />
    </Section>
  );
}

type Actions = { onChange: (change: Change) => void; busy: boolean };

/** Without `actions`, the table is read-only. */
const columns = (actions: Actions | null): Column<Invitation>[] => [
  {
    header: "E-mail",
    phone: "what",
    cell: ({ email }) => (
      <span className="block max-w-48 truncate font-medium lg:max-w-72" title={email}>
        {email}
      </span>
    ),
  },
  {
    header: "Role",
    phone: "amount",
    cell: ({ role }) => <span className="font-normal">{roleWords[role].label}</span>,
  },
  {
    header: "Sent",
    phone: "when",
    cell: ({ sentAt, expiresAt }) => (
      <span className="flex items-center gap-2 text-muted">
        <span>
          <span className="md:hidden">Sent </span>
          <Time at={sentAt} />
        </span>
        {new Date(expiresAt) <= new Date() && <Chip tone="attention" word="Expired" />}
      </span>
    ),
  },
  {
    header: "Invited by",
    phone: "hidden",
    from: "lg",
    cell: ({ invitedBy }) => (
      <span className="block max-w-40 truncate text-muted">{invitedBy}</span>
    ),
  },
  ...(actions ? [actionsColumn(actions)] : []),
];

const actionsColumn = ({ onChange, busy }: Actions): Column<Invitation> => ({
  header: "Actions",
  headerHidden: true,
  phone: "state",
  align: "right",
  cell: (invitation) => (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          disabled={busy}
          aria-label={`Change the invitation of ${invitation.email}`}
        >
          <MoreHorizontal aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => onChange({ invitation, act: "resend" })}>Send again</MenuItem>
      <MenuItem onSelect={() => onChange({ invitation, act: "withdraw" })}>
        Withdraw invitation
      </MenuItem>
    </Menu>
  ),
});
