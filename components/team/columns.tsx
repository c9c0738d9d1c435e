import { MoreHorizontal } from "lucide-react";
import type { TeamMember } from "@/components/team/words";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Column } from "@/components/ui/table";
import { roleWords } from "./words";

type Actions = { onRole: (member: TeamMember) => void; onRemove: (member: TeamMember) => void };

/** Columns of the team table; without `actions` it is read-only. */
export const memberColumns = (selfId: string, actions: Actions | null): Column<TeamMember>[] => [
  {
    header: "Person",
    phone: "what",
    cell: ({ id, name, email }) => (
      <div className="min-w-0 md:py-2">
        <p className="flex min-w-0 items-center gap-2 font-medium">
          <span className="max-w-48 truncate lg:max-w-64">{name}</span>
          {id === selfId && <span className="font-normal text-muted">You</span>}
        </p>
        <p className="max-w-56 truncate text-sm font-normal text-muted lg:max-w-72" title={email}>
          {email}
        </p>
      </div>
    ),
  },
  {
    header: "Role",
    phone: "amount",
    cell: ({ role }) => <span className="font-normal">{roleWords[role].label}</span>,
  },
  {
    header: "Two-step sign-in",
    phone: "hidden",
    from: "lg",
    cell: ({ twoStep }) =>
      twoStep ? <Chip tone="positive" word="On" /> : <Chip tone="neutral" word="Off" />,
  },
  {
    header: "Last here",
    phone: "when",
    cell: ({ lastSeenAt }) => (
      <span className="text-muted">
        <span className="md:hidden">Last here </span>
        {lastSeenAt ? <Time at={lastSeenAt} /> : "never"}
      </span>
    ),
  },
  {
    header: "Joined",
    phone: "hidden",
    from: "lg",
    muted: true,
    cell: ({ joinedAt }) => <Time at={joinedAt} />,
  },
  ...(actions ? [actionsColumn(actions)] : []),
];

const actionsColumn = ({ onRole, onRemove }: Actions): Column<TeamMember> => ({
  header: "Actions",
  headerHidden: true,
  phone: "state",
  align: "right",
  cell: (member) => (
    <Menu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Change ${member.name}`}>
          <MoreHorizontal aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => onRole(member)}>Change role</MenuItem>
      <MenuItem onSelect={() => onRemove(member)}>Remove from the team</MenuItem>
    </Menu>
  ),
});
