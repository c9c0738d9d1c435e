import { giftStates } from "@/components/gifts/words";
import type { Gift } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { Money } from "@/components/ui/money";
import type { Column } from "@/components/ui/table";
import { Time } from "@/components/ui/time";

/** What every list of gifts shows in the same way. */
export const giftStateColumn: Column<Gift> = {
  id: "status",
  header: "State",
  phone: "state",
  cell: ({ status }) => <Chip tone={giftStates[status].tone}>{giftStates[status].word}</Chip>,
};

export const giftSentColumn: Column<Gift> = {
  id: "sent",
  header: "Sent",
  phone: "when",
  from: "lg",
  cell: ({ createdAt }) => (
    <span className="text-muted">
      <Time at={createdAt} />
    </span>
  ),
};

export const giftUntilColumn: Column<Gift> = {
  id: "until",
  header: "Waits until",
  phone: "hidden",
  from: "xl",
  cell: ({ status, expiresAt }) => (
    <span className="text-muted">{status === "pending" && <Time at={expiresAt} />}</span>
  ),
};

export const giftAmountColumn: Column<Gift> = {
  id: "amount",
  header: "Amount",
  phone: "amount",
  align: "right",
  cell: ({ amountCents, currency, status }) => (
    <span className={status === "pending" || status === "accepted" ? "font-medium" : ""}>
      <Money amountCents={amountCents} currency={currency} />
    </span>
  ),
};
