import { giftStates } from "@/components/gifts/words";
import type { Gift } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { Money, Time } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";

/** Columns that all gift lists share. */
export const giftStateColumn: Column<Gift> = {
  header: "State",
  phone: "state",
  cell: ({ status }) => <Chip {...giftStates[status]} />,
};

export const giftSentColumn: Column<Gift> = {
  header: "Sent",
  phone: "when",
  from: "lg",
  muted: true,
  cell: ({ createdAt }) => <Time at={createdAt} />,
};

export const giftUntilColumn: Column<Gift> = {
  header: "Waits until",
  phone: "hidden",
  from: "xl",
  muted: true,
  cell: ({ status, expiresAt }) => status === "pending" && <Time at={expiresAt} />,
};

export const giftAmountColumn: Column<Gift> = {
  header: "Amount",
  phone: "amount",
  align: "right",
  cell: ({ amountCents, currency, status }) => (
    <span className={status === "pending" || status === "accepted" ? "font-medium" : ""}>
      <Money amountCents={amountCents} currency={currency} />
    </span>
  ),
};
