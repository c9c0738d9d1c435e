import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import type { Webhook } from "./types";
import { countOf } from "./words";

/** Says why nothing is sent, and that nothing is lost. */
export function DisabledNotice({ webhook }: { webhook: Webhook }) {
  const { missed } = webhook.health;
  const kept =
    missed === 0
      ? "What happens meanwhile is kept for 30 days."
      : `${countOf(missed, "event is", "events are")} kept, and what happens meanwhile is kept too, for 30 days.`;
  if (webhook.disabledReason === "merchant") {
    return (
      <Notice tone="info">
        Switched off{" "}
        {webhook.disabledAt && (
          <>
            <Time at={webhook.disabledAt} /> by your store
          </>
        )}
        . {kept}
      </Notice>
    );
  }
  return (
    <Notice tone="danger">
      Disabled {webhook.disabledAt && <Time at={webhook.disabledAt} />}: three deliveries in a row
      failed, retries included. {kept}
    </Notice>
  );
}
