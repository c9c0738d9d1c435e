import type { Metadata } from "next";
import { SuppressionsView } from "@/components/mail/suppressions-view";
import { LiveOnly } from "@/components/test-mode/live-only";

export const metadata: Metadata = { title: "Email" };

export default function EmailPage() {
  return (
    <LiveOnly
      title="Email"
      text="Test stores don't send email. See messages under Settings → Test mode."
    >
      <SuppressionsView />
    </LiveOnly>
  );
}
