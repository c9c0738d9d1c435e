import { ChevronRight } from "lucide-react";
import { movementStates, movementWords, signedCents } from "@/components/transactions/words";
import type { Transaction } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Clock, Time } from "@/components/ui/time";

/** One movement; opens to its explanation. */
export function HistoryRow({ transaction }: { transaction: Transaction }) {
  const { type, status, description, currency } = transaction;
  const { word } = movementWords[type];
  const state = movementStates[status];
  return (
    <li className="border-b">
      <details className="group">
        <summary className="grid min-h-10 list-none grid-cols-[1rem_1fr_auto] items-center gap-x-2 rounded-sm py-2 transition-colors hover:bg-hover lg:grid-cols-[1rem_1fr_5rem_8rem_8rem] lg:gap-x-4 lg:px-2">
          <ChevronRight
            className="size-4 text-muted transition-transform group-open:rotate-90"
            aria-hidden
          />
          <span className="flex min-w-0 items-center gap-2">
            <span className="font-medium whitespace-nowrap">{word}</span>
            {description !== word && <span className="truncate text-muted">{description}</span>}
            {status !== "completed" && <Chip tone={state.tone}>{state.word}</Chip>}
          </span>
          <span className="col-start-2 row-start-2 text-sm text-muted lg:col-start-3 lg:row-start-1 lg:text-right">
            <Clock at={transaction.createdAt} />
          </span>
          <span
            className={cx(
              "col-start-3 row-start-1 text-right font-medium lg:col-start-4",
              status === "failed" && "text-muted line-through",
            )}
          >
            <Money amountCents={signedCents(transaction)} currency={currency} signed />
          </span>
          <span className="col-start-3 row-start-2 text-right text-sm text-muted lg:col-start-5 lg:row-start-1 lg:text-base">
            <span className="sr-only">balance after </span>
            <Money amountCents={transaction.balanceAfterCents} currency={currency} />
          </span>
        </summary>
        <Explanation transaction={transaction} />
      </details>
    </li>
  );
}

const Explanation = ({ transaction }: { transaction: Transaction }) => (
  <dl className="mb-3 ml-4 max-w-2xl divide-y rounded-md bg-sunken px-4 py-1 lg:ml-8">
    <Fact name="When">
      <Time at={transaction.createdAt} exact />
    </Fact>
    <Fact name="State">{movementStates[transaction.status].word}</Fact>
    {transaction.description !== movementWords[transaction.type].word && (
      <Fact name="Note">{transaction.description}</Fact>
    )}
    {transaction.referenceId && (
      <Fact name="Reference">
        <span className="font-mono text-sm">{transaction.referenceId}</span>
        <CopyButton text={transaction.referenceId} what="reference" />
      </Fact>
    )}
    {transaction.source && <Fact name="Source">{transaction.source}</Fact>}
    {transaction.transferId && (
      <Fact name="Transfer">
        <span className="font-mono text-sm">{transaction.transferId}</span>
      </Fact>
    )}
    <Fact name="Place in the card's history">
      <span className="tabular-nums">{transaction.sequence}</span>
    </Fact>
    <Fact name="Transaction id">
      <span className="font-mono text-sm">{transaction.id}</span>
      <CopyButton text={transaction.id} what="transaction id" />
    </Fact>
  </dl>
);
