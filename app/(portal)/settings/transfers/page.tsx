import type { Metadata } from "next";
import { AgreementsView } from "@/components/agreements/agreements-view";
import { LiveOnly } from "@/components/test-mode/live-only";

export const metadata: Metadata = { title: "Transfers" };

export default function TransfersPage() {
  return (
    <LiveOnly title="Transfers" text="Transfers aren't available for test stores.">
      <AgreementsView />
    </LiveOnly>
  );
}
