import type { Metadata } from "next";

export const metadata: Metadata = { title: "Team" };

export { TeamView as default } from "@/components/team/team-view";
