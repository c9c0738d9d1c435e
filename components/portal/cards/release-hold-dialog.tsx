import type { Card, Hold } from "@/components/kit/api/types";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { formatMoney } from "@/components/kit/money/money";
import { ofCard } from "./card-area";

/** Ends a hold, so that its amount is available again. */
export const ReleaseHoldDialog = confirmation(
  { ...ofCard, subject: ({ hold }: { card: Card; hold: Hold }) => hold },
  "release",
  {
    operation: ["POST", "/api/v1/holds/{id}/release"],
    values: ({ hold }) => ({ amount: formatMoney(hold.amountCents, hold.currency) }),
    variant: "primary",
  },
);
