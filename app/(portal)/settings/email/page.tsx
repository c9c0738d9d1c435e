import { Messages, titled } from "@/app/messages";
import { SuppressionsView } from "@/components/portal/mail/suppressions-view";
import { LiveOnly } from "@/components/portal/test-mode/live-only";

export const generateMetadata = titled("email");

export default function EmailPage() {
  return (
    <Messages areas={["mail"]}>
      <LiveOnly page="email">
        <SuppressionsView />
      </LiveOnly>
    </Messages>
  );
}
