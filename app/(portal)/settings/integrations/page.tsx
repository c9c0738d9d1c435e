import type { Metadata } from "next";
import { IntegrationsView } from "@/components/platform/integrations-view";

export const metadata: Metadata = { title: "Integrations" };

export default IntegrationsView;
