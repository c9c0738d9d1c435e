import type { Tone } from "@/components/ui/chip";
import type { SentGift } from "./types";

/** What became of a gift, for who sent it. */
export function giftState({ status, deliverAt }: SentGift): { word: string; tone: Tone } {
  if (status === "pending" && new Date(deliverAt).getTime() > Date.now()) {
    return { word: "To be sent", tone: "info" };
  }
  return {
    pending: { word: "Waiting", tone: "attention" },
    accepted: { word: "Accepted", tone: "positive" },
    declined: { word: "Declined, money back", tone: "neutral" },
    cancelled: { word: "Taken back", tone: "neutral" },
    expired: { word: "Not taken, money back", tone: "neutral" },
  }[status] as { word: string; tone: Tone };
}
