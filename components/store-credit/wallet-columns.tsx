import Link from "next/link";
import { StateChip } from "@/components/cards/card-parts";
import type { Wallet } from "@/components/store-credit/words";
import { Money, Time } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";

export const walletColumns: Column<Wallet>[] = [
  {
    header: "Customer",
    phone: "what",
    cell: ({ customerId, email }) => (
      <Link
        href={`/customers/${customerId}`}
        prefetch={false}
        title={email}
        className="block max-w-44 truncate xl:max-w-72 font-medium underline-offset-4 after:absolute after:inset-0 hover:underline max-md:max-w-[55vw]"
      >
        {email}
      </Link>
    ),
  },
  {
    header: "Card",
    phone: "hidden",
    from: "lg",
    cell: ({ cardUuid }) => (
      <Link
        href={`/cards/${cardUuid}`}
        prefetch={false}
        className="relative z-1 text-muted underline-offset-4 hover:underline"
      >
        Card and history
      </Link>
    ),
  },
  {
    header: "Status",
    phone: "state",
    cell: ({ cardStatus, cardExpiresOn }) => (
      <StateChip status={cardStatus} expiresOn={cardExpiresOn} />
    ),
  },
  {
    header: "Last movement",
    phone: "when",
    from: "lg",
    muted: true,
    cell: ({ lastMovementAt }) => lastMovementAt && <Time at={lastMovementAt} />,
  },
  {
    header: "Balance",
    phone: "amount",
    align: "right",
    cell: ({ balanceCents, currency, cardStatus }) => (
      <span className={cardStatus === "disabled" ? "text-muted line-through" : "font-medium"}>
        <Money amountCents={balanceCents} currency={currency} />
      </span>
    ),
  },
];
