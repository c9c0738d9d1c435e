import { Messages, titled } from "@/app/messages";
import { TeamView } from "@/components/portal/team/team-view";
import { LiveOnly } from "@/components/portal/test-mode/live-only";

export const generateMetadata = titled("team");

export default function TeamPage() {
  return (
    <Messages areas={["auth", "team"]}>
      <LiveOnly page="team">
        <TeamView />
      </LiveOnly>
    </Messages>
  );
}
