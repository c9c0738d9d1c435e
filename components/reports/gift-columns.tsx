import Link from "next/link";
import { giftStates } from "@/components/gifts/words";
import type { Gift } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/money";
import type { Column } from "@/components/ui/table";
import { Time } from "@/components/ui/time";

export const giftColumns: Column<Gift>[] = [
  {
    id: "sender",
    header: "From",
    phone: "what",
    cell: ({ customerId, senderEmail, recipientEmail }) => (
      <>
        <Link
          href={`/customers/${customerId}`}
          prefetch={false}
          title={senderEmail}
          className="block max-w-28 truncate font-medium underline-offset-4 hover:underline max-md:max-w-[45vw] lg:max-w-44"
        >
          {senderEmail}
        </Link>
        <span className="block max-w-[45vw] truncate text-sm text-muted md:hidden">
          to {recipientEmail}
        </span>
      </>
    ),
  },
  {
    id: "recipient",
    header: "To",
    phone: "hidden",
    cell: ({ recipientEmail }) => (
      <span className="block max-w-28 truncate text-muted lg:max-w-44" title={recipientEmail}>
        {recipientEmail}
      </span>
    ),
  },
  {
    id: "status",
    header: "State",
    phone: "state",
    cell: ({ status }) => <Chip tone={giftStates[status].tone}>{giftStates[status].word}</Chip>,
  },
  {
    id: "card",
    header: "Card",
    phone: "hidden",
    from: "xl",
    cell: ({ cardUuid, cardLast4 }) => (
      <Link
        href={`/cards/${cardUuid}`}
        prefetch={false}
        className="font-mono text-sm font-medium underline-offset-4 hover:underline"
      >
        •••• {cardLast4}
      </Link>
    ),
  },
  {
    id: "when",
    header: "Sent",
    phone: "when",
    from: "lg",
    cell: ({ createdAt }) => (
      <span className="text-muted">
        <Time at={createdAt} />
      </span>
    ),
  },
  {
    id: "until",
    header: "Waits until",
    phone: "hidden",
    from: "xl",
    cell: ({ status, expiresAt }) => (
      <span className="text-muted">{status === "pending" && <Time at={expiresAt} />}</span>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    phone: "amount",
    align: "right",
    cell: ({ amountCents, currency, status }) => (
      <span className={cx(status === "pending" && "font-medium")}>
        <Money amountCents={amountCents} currency={currency} />
      </span>
    ),
  },
];
