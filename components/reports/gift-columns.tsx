import Link from "next/link";
import { CardCellLink } from "@/components/cards/card-parts";
import {
  giftAmountColumn,
  giftSentColumn,
  giftStateColumn,
  giftUntilColumn,
} from "@/components/gifts/columns";
import type { Gift } from "@/components/types";
import type { Column } from "@/components/ui/table";

export const giftColumns: Column<Gift>[] = [
  {
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
    header: "To",
    phone: "hidden",
    cell: ({ recipientEmail }) => (
      <span className="block max-w-28 truncate text-muted lg:max-w-44" title={recipientEmail}>
        {recipientEmail}
      </span>
    ),
  },
  giftStateColumn,
  {
    header: "Card",
    phone: "hidden",
    from: "xl",
    cell: ({ cardUuid, cardLast4 }) => <CardCellLink uuid={cardUuid} last4={cardLast4} />,
  },
  giftSentColumn,
  giftUntilColumn,
  giftAmountColumn,
];
