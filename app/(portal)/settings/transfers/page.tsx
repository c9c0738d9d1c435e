import { Messages, titled } from "@/app/messages";
import { AgreementsView } from "@/components/portal/agreements/agreements-view";
import { LiveOnly } from "@/components/portal/test-mode/live-only";

export const generateMetadata = titled("transfers");

export default function TransfersPage() {
  return (
    <Messages areas={["agreements"]}>
      <LiveOnly page="transfers">
        <AgreementsView />
      </LiveOnly>
    </Messages>
  );
}
