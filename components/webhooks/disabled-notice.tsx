import { countOf } from "@/components/numbers";
import { Time } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { Webhook } from "./types";

/** Says why no events are sent, and that they are held. */
export function DisabledNotice({ webhook }: { webhook: Webhook }) {
  const kept = heldEventsText(webhook.health.missed);
  if (webhook.disabledReason === "merchant") {
    return (
      <Notice tone="info">
        <DisabledSince webhook={webhook} /> {kept}
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

/** Text for the number of held events, and how long they are held. */
export const heldEventsText = (missed: number) =>
  missed === 0
    ? "What happens meanwhile is kept for 30 days."
    : `${countOf(missed, "event is", "events are")} kept, and what happens meanwhile is kept too, for 30 days.`;

/** "Switched off 2 hours ago by Ada." */
export const DisabledSince = ({ webhook: { disabledAt, disabledBy } }: { webhook: Webhook }) => (
  <>
    Switched off{disabledAt && " "}
    {disabledAt && <Time at={disabledAt} />}
    {disabledBy && ` by ${disabledBy}`}.
  </>
);
