import { MoreHorizontal } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Column } from "@/components/ui/table";
import { roleWords, type TeamMember } from "./words";

export type MemberAction = { what: "role" | "remove"; member: TeamMember };
type OnAction = (action: MemberAction) => void;

/** Columns of the team table; without `onAction` it is read-only. */
export const memberColumns = (selfId: string, onAction: OnAction | null): Column<TeamMember>[] => [
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
    cell: ({ twoStep: on }) => <Chip tone={on ? "positive" : "neutral"} word={on ? "On" : "Off"} />,
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
  ...(onAction ? [actionsColumn(onAction)] : []),
];

const actionsColumn = (onAction: OnAction): Column<TeamMember> => ({
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
      <MenuItem onSelect={() => onAction({ what: "role", member })}>Change role</MenuItem>
      <MenuItem onSelect={() => onAction({ what: "remove", member })}>
        Remove from the team
      </MenuItem>
    </Menu>
  ),
});
