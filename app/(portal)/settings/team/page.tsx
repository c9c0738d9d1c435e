import { Messages, titled } from "@/app/messages";
import { TeamView } from "@/components/team/team-view";
import { LiveOnly } from "@/components/test-mode/live-only";

export const generateMetadata = titled("team");

export default function TeamPage() {
  return (
    <Messages areas={["team"]}>
      <LiveOnly
        title="Team"
        text="The team of the live store works here too. Leave test mode to change it."
      >
        <TeamView />
      </LiveOnly>
    </Messages>
  );
}
