import type { UseQueryResult } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { Steps } from "@/components/paging";
import type { ListedCard, ListedCardPage } from "@/components/types";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Pagination } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { type Column, Table } from "@/components/ui/table";
import { type Sort, sortWords } from "./filters";

type Props = {
  cards: UseQueryResult<ListedCardPage>;
  columns: Column<ListedCard>[];
  sort: Sort;
  steps: Steps;
  onClear: () => void;
};

/** The table of cards, or why there is none. */
export function CardList({ cards, columns, sort, steps, onClear }: Props) {
  if (cards.isError) {
    return <ErrorState error={cards.error} what="The cards" onRetry={() => void cards.refetch()} />;
  }
  if (cards.isPending) return <TableSkeleton label="Loading cards" />;
  if (cards.data.cards.length === 0) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No card matches"
        text="No card of this store fits these filters."
      >
        <Button onClick={onClear}>Clear filters</Button>
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={`Cards, ${sortWords[sort].toLowerCase()}`}
        columns={columns}
        rows={cards.data.cards}
        rowId={(card) => card.uuid}
        stale={cards.isPlaceholderData}
      />
      <Pagination {...steps} count={cards.data.cards.length} total={cards.data.total} />
      {sort === "expiring" && (
        <p className="text-sm text-subtle">
          Only cards with an end are in this order. Remove the dates to see those that have ended.
        </p>
      )}
    </>
  );
}
