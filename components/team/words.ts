import type { Role } from "@/components/types";

export const roles = ["owner", "manager", "viewer"] as const satisfies readonly Role[];

/** What each role may do, in the words of the person who gives it. */
export const roleWords: Record<Role, { label: string; help: string }> = {
  owner: { label: "Owner", help: "Everything, the team and write-offs included" },
  manager: { label: "Manager", help: "Cards, money, keys, webhooks, settings" },
  viewer: { label: "Viewer", help: "Sees everything, changes nothing" },
};
