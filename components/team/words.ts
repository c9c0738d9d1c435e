import type { ReplyOf } from "@/components/api";
import { keysOf, type Role } from "@/components/types";

export type Team = ReplyOf<"/api/portal/team">;
export type TeamMember = Team["people"][number];
export type Invitation = Team["invitations"][number];

/** What each role may do, in plain words for the owner who assigns it. */
export const roleWords: Record<Role, { label: string; help: string }> = {
  owner: { label: "Owner", help: "Everything, the team and write-offs included" },
  manager: { label: "Manager", help: "Cards, money, keys, webhooks, settings" },
  viewer: { label: "Viewer", help: "Sees everything, changes nothing" },
};
export const roles = keysOf(roleWords);
