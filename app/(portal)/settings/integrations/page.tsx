import { Messages, titled } from "@/app/messages";
import { IntegrationsView } from "@/components/platform/integrations-view";
import { LiveOnly } from "@/components/test-mode/live-only";

export const generateMetadata = titled("integrations");

export default function IntegrationsPage() {
  return (
    <Messages areas={["platform"]}>
      <LiveOnly
        title="Integrations"
        text="An online shop connects to the live store only, because its gift cards are real."
      >
        <IntegrationsView />
      </LiveOnly>
    </Messages>
  );
}
