import type { Metadata } from "next";
import { TeamView } from "@/components/team/team-view";
import { LiveOnly } from "@/components/test-mode/live-only";

export const metadata: Metadata = { title: "Team" };

export default function TeamPage() {
  return (
    <LiveOnly
      title="Team"
      text="The team of the live store works here too. Leave test mode to change it."
    >
      <TeamView />
    </LiveOnly>
  );
}
