import type { State } from "@/components/ui/chip";
import type { SentGift } from "./types";

/** State label of a gift, for its sender. */
export function giftState({ status, deliverAt }: SentGift): State {
  if (status === "pending" && new Date(deliverAt).getTime() > Date.now()) {
    return { word: "To be sent", tone: "info" };
  }
  return {
    pending: { word: "Waiting", tone: "attention" },
    accepted: { word: "Accepted", tone: "positive" },
    declined: { word: "Declined, money back", tone: "neutral" },
    cancelled: { word: "Taken back", tone: "neutral" },
    expired: { word: "Not taken, money back", tone: "neutral" },
  }[status] as State;
}
