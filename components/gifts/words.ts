import type { Gift, Movement } from "@/components/types";
import type { State } from "@/components/ui/chip";

export const giftStates: Record<Gift["status"], State> = {
  pending: { word: "Waiting", tone: "attention" },
  accepted: { word: "Accepted", tone: "positive" },
  declined: { word: "Declined", tone: "info" },
  cancelled: { word: "Taken back", tone: "info" },
  expired: { word: "Expired", tone: "info" },
};

/** The reason a gift was returned, as text. */
export function whyReturned({ status, recipientEmail }: NonNullable<Movement["returned"]>): string {
  if (status === "declined") return `${recipientEmail} declined it`;
  return status === "cancelled" ? "its sender took it back" : "nobody accepted it in time";
}
