import type { Translate } from "@/components/kit/locale/translate";
import { Chip } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { MenuItem, RowMenu } from "@/components/kit/ui/menu";
import { buttonsColumn, type Column } from "@/components/kit/ui/table";
import type { TeamMember } from "./words";

export type MemberAction = { what: "role" | "remove"; member: TeamMember };
type OnAction = (action: MemberAction) => void;

/** Columns of the team table; without `onAction` it is read-only. */
export const memberColumns = (
  t: Translate<"team">,
  tc: Translate<"common">,
  selfId: string,
  onAction: OnAction | null,
): Column<TeamMember>[] => [
  {
    header: t("members.name"),
    phone: "what",
    cell: ({ id, name, email }) => (
      <div className="min-w-0 unstacked:py-2">
        <p className="flex min-w-0 items-center gap-2 font-medium">
          <span className="max-w-48 truncate xl:max-w-64 stacked:max-w-none">{name}</span>
          {id === selfId && <span className="font-normal text-muted">{t("members.you")}</span>}
        </p>
        <p className="max-w-56 truncate text-sm font-normal text-muted xl:max-w-72 stacked:max-w-none">
          {email}
        </p>
      </div>
    ),
  },
  {
    header: t("members.role"),
    phone: "amount",
    cell: ({ role }) => <span className="font-normal">{tc(`roles.${role}`)}</span>,
  },
  {
    header: t("members.twoStep"),
    phone: "hidden",
    from: "lg",
    cell: ({ twoStep: on }) => (
      <Chip
        tone={on ? "positive" : "neutral"}
        word={t(on ? "members.twoStepOn" : "members.twoStepOff")}
      />
    ),
  },
  {
    header: t("members.lastActive"),
    phone: "who",
    cell: ({ lastSeenAt }) => (
      <span className="text-muted">
        <span className="unstacked:hidden">{t("members.lastActive")} </span>
        {lastSeenAt ? <Time at={lastSeenAt} /> : t("members.neverActive")}
      </span>
    ),
  },
  {
    header: t("members.joined"),
    phone: "hidden",
    from: "lg",
    muted: true,
    cell: ({ joinedAt }) => <Time at={joinedAt} />,
  },
  ...(onAction ? [actionsColumn(t, onAction)] : []),
];

const actionsColumn = (t: Translate<"team">, onAction: OnAction): Column<TeamMember> =>
  buttonsColumn(t("members.actions"), (member) => (
    <RowMenu label={t("members.actionsFor", { name: member.name })}>
      <MenuItem onSelect={() => onAction({ what: "role", member })}>
        {t("members.changeRole")}
      </MenuItem>
      <MenuItem onSelect={() => onAction({ what: "remove", member })}>
        {t("members.remove")}
      </MenuItem>
    </RowMenu>
  ));
