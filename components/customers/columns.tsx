import Link from "next/link";
import { number } from "@/components/numbers";
import type { Customer } from "@/components/types";
import type { Column } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { Balances } from "./balances";

export const customerColumns: Column<Customer>[] = [
  {
    id: "email",
    header: "Customer",
    phone: "what",
    cell: ({ id, email }) => (
      <Link
        href={`/customers/${id}`}
        prefetch={false}
        title={email}
        className="block max-w-44 truncate xl:max-w-72 font-medium underline-offset-4 after:absolute after:inset-0 hover:underline max-md:max-w-[55vw]"
      >
        {email}
      </Link>
    ),
  },
  {
    id: "cards",
    header: "Gift cards",
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ cards, hasMoreCards }) => (
      <span className="text-muted">
        {number(cards)}
        {hasMoreCards && "+"}
      </span>
    ),
  },
  {
    id: "balance",
    header: "On gift cards",
    phone: "amount",
    align: "right",
    cell: ({ balances }) => (
      <span className="font-medium">
        <Balances of={balances} none="–" />
      </span>
    ),
  },
  {
    id: "credit",
    header: "Store credit",
    phone: "state",
    align: "right",
    cell: ({ storeCredit }) =>
      storeCredit.length > 0 ? (
        <span className="max-md:text-sm max-md:text-muted">
          <span className="md:hidden">credit </span>
          <Balances of={storeCredit} none="" />
        </span>
      ) : (
        <span className="text-subtle max-md:hidden">–</span>
      ),
  },
  {
    id: "activity",
    header: "Last activity",
    phone: "when",
    from: "lg",
    cell: ({ lastActivityAt }) => (
      <span className="text-muted">{lastActivityAt && <Time at={lastActivityAt} />}</span>
    ),
  },
  {
    id: "since",
    header: "Customer since",
    phone: "hidden",
    from: "xl",
    cell: ({ since }) => (
      <span className="text-muted">
        <Time at={since} />
      </span>
    ),
  },
];
