import type { Metadata } from "next";

export const metadata: Metadata = { title: "Integrations" };

export { IntegrationsView as default } from "@/components/platform/integrations-view";
