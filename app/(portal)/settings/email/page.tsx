import { Messages, titled } from "@/app/messages";
import { SuppressionsView } from "@/components/mail/suppressions-view";
import { LiveOnly } from "@/components/test-mode/live-only";

export const generateMetadata = titled("email");

export default function EmailPage() {
  return (
    <Messages areas={["mail"]}>
      <LiveOnly
        title="Email"
        text="Test stores don't send email. See messages under Settings → Test mode."
      >
        <SuppressionsView />
      </LiveOnly>
    </Messages>
  );
}
