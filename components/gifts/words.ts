import type { Gift } from "@/components/types";
import type { State } from "@/components/ui/chip";

export const giftStates: Record<Gift["status"], State> = {
  pending: { word: "Waiting", tone: "attention" },
  accepted: { word: "Accepted", tone: "positive" },
  declined: { word: "Declined", tone: "info" },
  cancelled: { word: "Taken back", tone: "info" },
  expired: { word: "Expired", tone: "info" },
};
