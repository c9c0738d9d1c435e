import { Messages, titled } from "@/app/messages";
import { IntegrationsView } from "@/components/portal/platform/integrations-view";
import { LiveOnly } from "@/components/portal/test-mode/live-only";

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
