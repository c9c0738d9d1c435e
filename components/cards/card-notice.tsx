import { formatMoney } from "@/components/money";
import type { Card } from "@/components/types";
import { Notice } from "@/components/ui/notice";
import { onDate } from "@/components/ui/time";
import { useExpired } from "./state-chip";

/** Says why a card can't be redeemed, if it can't. */
export function CardNotice({ card }: { card: Card }) {
  const expired = useExpired(card);
  const balance = formatMoney(card.balanceCents, card.currency);
  if (card.status === "disabled") {
    return (
      <Notice tone="danger">
        {card.balanceCents > 0
          ? `This card was disabled for good. Its balance of ${balance} can't be used.`
          : "This card was disabled for good."}
      </Notice>
    );
  }
  if (card.status === "inactive") {
    return (
      <Notice tone="info">
        This card holds nothing yet. Activate it with the amount that was paid for it.
      </Notice>
    );
  }
  if (expired && card.expiresOn) {
    return (
      <Notice tone="attention">
        {card.balanceCents > 0
          ? `This card expired: its balance of ${balance} could be spent until ${onDate(card.expiresOn)}. A top-up makes all of it spendable again.`
          : `This card expired: it could be spent until ${onDate(card.expiresOn)}, and it is empty. A top-up makes it spendable again.`}
      </Notice>
    );
  }
  return null;
}
