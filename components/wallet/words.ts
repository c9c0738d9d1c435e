import { onDate } from "@/components/ui/format";
import type { OwnCard } from "./types";

/** Why a card can't be spent, in a word; null when it can. */
export function stateOf({ status, expired, balanceCents }: OwnCard): string | null {
  if (status === "disabled") return "Disabled";
  if (status === "inactive") return "Not active yet";
  if (expired) return "Expired";
  return balanceCents === 0 ? "Used up" : null;
}

/** Until when a card's balance can be spent, in words. */
export function expiryOf({ expiresOn, expired }: Pick<OwnCard, "expiresOn" | "expired">): string {
  if (!expiresOn) return "Never expires";
  return `${expired ? "Expired on" : "Spend by"} ${onDate(expiresOn)}`;
}

/** A day where the reader is. */
export const dayHere = (at: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(new Date(at));
