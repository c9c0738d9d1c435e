import type { Gift, Movement } from "@/components/types";
import { Chip, type StateLabel } from "@/components/ui/chip";
import { Money } from "@/components/ui/format";
import { type Column, timeColumn } from "@/components/ui/table";

export const giftStates: Record<Gift["status"], StateLabel> = {
  pending: { word: "Waiting", tone: "attention" },
  accepted: { word: "Accepted", tone: "positive" },
  declined: { word: "Declined", tone: "info" },
  cancelled: { word: "Taken back", tone: "info" },
  expired: { word: "Expired", tone: "info" },
};

export function whyReturned({ status, recipientEmail }: NonNullable<Movement["returned"]>): string {
  if (status === "declined") return `${recipientEmail} declined it`;
  return status === "cancelled" ? "its sender took it back" : "nobody accepted it in time";
}

/** Columns of a list of gifts: the people in `first`, then the state, the `card` and the rest. */
export const giftColumns = (first: Column<Gift>[], card: Column<Gift>): Column<Gift>[] => [
  ...first,
  {
    header: "State",
    phone: "state",
    cell: ({ status }) => <Chip {...giftStates[status]} />,
  },
  card,
  timeColumn("Sent", ({ createdAt }) => createdAt, { from: "lg" }),
  timeColumn("Waits until", ({ status, expiresAt }) => (status === "pending" ? expiresAt : null), {
    phone: "hidden",
    from: "xl",
  }),
  {
    header: "Amount",
    phone: "amount",
    align: "right",
    cell: ({ amountCents, currency, status }) => (
      <span className={status === "pending" || status === "accepted" ? "font-medium" : ""}>
        <Money amountCents={amountCents} currency={currency} />
      </span>
    ),
  },
];
