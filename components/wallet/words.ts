import { onDate } from "@/components/ui/format";
import type { OwnCard } from "./types";

/** Label of why a card can't be spent; null if it can. */
export function stateOf({ status, expired, balanceCents }: OwnCard): string | null {
  if (status === "disabled") return "Disabled";
  if (status === "inactive") return "Not active yet";
  if (expired) return "Expired";
  return balanceCents === 0 ? "Used up" : null;
}

/** Text for a card's expiration. */
export function expiryOf({ expiresOn, expired }: Pick<OwnCard, "expiresOn" | "expired">): string {
  if (!expiresOn) return "Never expires";
  return `${expired ? "Expired on" : "Spend by"} ${onDate(expiresOn)}`;
}

/** Formats a timestamp's day in the user's time zone. */
export const dayHere = (at: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(new Date(at));
