import type { Gift } from "@/components/types";
import type { Tone } from "@/components/ui/chip";

export const giftStates: Record<Gift["status"], { word: string; tone: Tone }> = {
  pending: { word: "Waiting", tone: "attention" },
  accepted: { word: "Accepted", tone: "positive" },
  declined: { word: "Declined", tone: "info" },
  cancelled: { word: "Taken back", tone: "info" },
  expired: { word: "Expired", tone: "info" },
};
