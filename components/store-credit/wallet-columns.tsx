import Link from "next/link";
import { StateChip } from "@/components/cards/state-chip";
import type { Wallet } from "@/components/store-credit/words";
import { Money } from "@/components/ui/money";
import type { Column } from "@/components/ui/table";
import { Time } from "@/components/ui/time";

export const walletColumns: Column<Wallet>[] = [
  {
    id: "email",
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
    id: "card",
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
    id: "status",
    header: "Status",
    phone: "state",
    cell: ({ cardStatus, cardExpiresOn }) => (
      <StateChip status={cardStatus} expiresOn={cardExpiresOn} />
    ),
  },
  {
    id: "when",
    header: "Last movement",
    phone: "when",
    from: "lg",
    cell: ({ lastMovementAt }) => (
      <span className="text-muted">{lastMovementAt && <Time at={lastMovementAt} />}</span>
    ),
  },
  {
    id: "balance",
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
