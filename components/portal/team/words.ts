import type { ReplyOf } from "@/components/kit/api/api";
import type { Role } from "@/components/kit/api/types";
import type { Translate } from "@/components/kit/locale/translate";

export type Team = ReplyOf<"/api/portal/team">;
export type TeamMember = Team["people"][number];
export type Invitation = Team["invitations"][number];

export const roles = ["owner", "manager", "viewer"] as const satisfies readonly Role[];

/** The roles with what each may do, for the owner who assigns one. */
export const roleOption = (
  t: Translate<"team">,
  tc: Translate<"common">,
  role: (typeof roles)[number],
) => ({ label: tc(`roles.${role}`), help: t(`roleHelp.${role}`) });
