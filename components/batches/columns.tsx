import { cardTypeWords } from "@/components/cards/words";
import { countOf, number } from "@/components/numbers";
import type { Batch } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { Money } from "@/components/ui/money";
import { type Column, RowLink } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { batchStates } from "./words";

const none = <span className="text-subtle">–</span>;

export const batchColumns: Column<Batch>[] = [
  {
    id: "name",
    header: "Batch",
    phone: "what",
    cell: (batch) => (
      <RowLink href={`/batches/${batch.id}`}>
        <span className="block max-w-[calc(100vw-10rem)] truncate font-sans md:max-w-64 xl:max-w-sm">
          {batch.name}
        </span>
      </RowLink>
    ),
  },
  {
    id: "status",
    header: "Status",
    phone: "state",
    cell: ({ status, lastRun }) => {
      const { word, tone } = batchStates[status];
      return (
        <span className="flex items-center gap-2">
          <Chip tone={tone}>{word}</Chip>
          {status !== "ready" && lastRun.total > 0 && (
            <span className="text-sm text-muted tabular-nums">
              {Math.floor(((lastRun.done + lastRun.skipped) / lastRun.total) * 100)} %
            </span>
          )}
        </span>
      );
    },
  },
  {
    id: "type",
    header: "Type",
    phone: "hidden",
    from: "lg",
    cell: ({ cardType, source }) => (
      <span className="text-muted">
        {cardTypeWords[cardType]}
        {source === "import" && ", imported"}
      </span>
    ),
  },
  {
    id: "created",
    header: "Created",
    phone: "when",
    cell: ({ createdAt }) => (
      <span className="text-muted">
        <Time at={createdAt} />
      </span>
    ),
  },
  {
    id: "amount",
    header: "On each card",
    phone: "hidden",
    align: "right",
    cell: ({ amountCents, currency }) =>
      amountCents !== null && currency ? (
        <Money amountCents={amountCents} currency={currency} />
      ) : (
        none
      ),
  },
  {
    id: "cards",
    header: "Cards",
    phone: "amount",
    align: "right",
    cell: ({ createdCards }) => (
      <span className="font-medium">
        <span className="md:hidden">{countOf(createdCards, "card")}</span>
        <span className="max-md:hidden">{number(createdCards)}</span>
      </span>
    ),
  },
];
