import { todayIn } from "@/components/days";
import { useSession } from "@/components/session";
import type { Card } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { cardStates, isExpired } from "./words";

/** Whether an active card has expired, by the store's date. */
export function useExpired(card: Pick<Card, "status" | "expiresOn">): boolean {
  const { merchant } = useSession();
  return isExpired(card, todayIn(merchant.timeZone));
}

/** What a card is to whoever would spend it: an active one may have expired. */
export function StateChip(card: Pick<Card, "status" | "expiresOn">) {
  const expired = useExpired(card);
  const { word, tone } = cardStates[expired ? "expired" : card.status];
  return <Chip tone={tone}>{word}</Chip>;
}
