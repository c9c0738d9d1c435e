import type { Card } from "@/components/kit/api/types";
import { cardRefreshKeys, lastFour } from "@/components/kit/cards/words";

type Props = { card: Card };

/** A card's dialogs. */
export const ofCard = {
  texts: "cards",
  refresh: ({ card }: Props) => cardRefreshKeys(card.uuid),
  subject: ({ card }: Props) => card,
} as const;

export const last4Of = ({ card }: Props) => ({ last4: lastFour(card.code) });
