import type { Metadata } from "next";
import { IntegrationsView } from "@/components/platform/integrations-view";
import { LiveOnly } from "@/components/test-mode/live-only";

export const metadata: Metadata = { title: "Integrations" };

export default function IntegrationsPage() {
  return (
    <LiveOnly
      title="Integrations"
      text="An online shop connects to the live store only, because its gift cards are real."
    >
      <IntegrationsView />
    </LiveOnly>
  );
}
