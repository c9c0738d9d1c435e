import type { Transaction } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/money";
import { type Column, RowLink } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { movementStates, movementWords, signedCents } from "./words";

const idTail = 8;

export const transactionColumns: Column<Transaction>[] = [
  {
    id: "type",
    header: "Type",
    phone: "what",
    cell: (transaction) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="font-medium">{movementWords[transaction.type].word}</span>
        {transaction.description !== movementWords[transaction.type].word && (
          <span className="hidden max-w-48 truncate text-muted sm:block">
            {transaction.description}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    phone: "state",
    cell: ({ status }) => (
      <Chip tone={movementStates[status].tone}>{movementStates[status].word}</Chip>
    ),
  },
  {
    id: "card",
    header: "Card",
    phone: "hidden",
    cell: (transaction) => (
      <RowLink href={`/cards/${transaction.cardUuid}`}>
        <span title={transaction.cardUuid}>…{transaction.cardUuid.slice(-idTail)}</span>
      </RowLink>
    ),
  },
  {
    id: "reference",
    header: "Reference",
    phone: "hidden",
    from: "lg",
    cell: ({ referenceId }) =>
      referenceId && (
        <span className="block max-w-40 truncate font-mono text-sm text-muted" title={referenceId}>
          {referenceId}
        </span>
      ),
  },
  {
    id: "when",
    header: "When",
    phone: "when",
    cell: ({ createdAt }) => (
      <span className="text-muted">
        <Time at={createdAt} />
      </span>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    phone: "amount",
    align: "right",
    cell: (transaction) => (
      <span
        className={cx("font-medium", transaction.status === "failed" && "text-muted line-through")}
      >
        <Money amountCents={signedCents(transaction)} currency={transaction.currency} signed />
      </span>
    ),
  },
  {
    id: "balance",
    header: "Balance after",
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ balanceAfterCents, currency }) => (
      <span className="text-muted">
        <Money amountCents={balanceAfterCents} currency={currency} />
      </span>
    ),
  },
];
