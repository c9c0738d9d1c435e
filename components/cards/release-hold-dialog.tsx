import { post, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { formatMoney } from "@/components/money";
import type { Card, Hold } from "@/components/types";
import { cardRefreshKeys } from "./words";

type Props = { card: Card; hold: Hold; onClose: () => void };

/** Ends a hold, so that its amount is available again. */
export function ReleaseHoldDialog({ card, hold, onClose }: Props) {
  const amount = formatMoney(hold.amountCents, hold.currency);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Release the hold"
      consequence={
        <>
          <b className="font-semibold text-ink">{amount} is available again.</b> The till can't
          capture this hold and must ask for another payment.
        </>
      }
      verb={`Release ${amount}`}
      variant="primary"
      send={(_, key) => post(url("/api/v1/holds/{id}/release", { id: hold.id }), {}, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => `${amount} released`}
    />
  );
}
