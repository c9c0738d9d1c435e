import { Messages, titled } from "@/app/messages";
import { IntegrationsView } from "@/components/platform/integrations-view";
import { LiveOnly } from "@/components/test-mode/live-only";

export const generateMetadata = titled("integrations");

export default function IntegrationsPage() {
  return (
    <Messages areas={["platform"]}>
      <LiveOnly page="integrations">
        <IntegrationsView />
      </LiveOnly>
    </Messages>
  );
}
