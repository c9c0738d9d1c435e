"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import type { Steps } from "@/components/list";
import { Pagination } from "@/components/list";
import { useSession } from "@/components/session";
import type { MovementPage } from "@/components/types";
import { Button } from "@/components/ui/button";
import { onDay } from "@/components/ui/format";
import { EmptyState, ErrorState, TableSkeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { movementColumns } from "./columns";

type Props = {
  movements: UseQueryResult<MovementPage>;
  steps: Steps;
  open: (id: string) => void;
  onClear: () => void;
};

/** A page of transactions; each opens in a side panel. */
export function TransactionList({ movements: query, steps, open, onClear }: Props) {
  const { merchant } = useSession();
  const hrefOf = useHrefOf();
  if (query.isError) {
    return <ErrorState query={query} what="The transactions" />;
  }
  if (query.isPending) return <TableSkeleton label="Loading transactions" />;
  const { movements, total, searchedTo } = query.data;
  const searched = searchedTo && onDay(new Date(searchedTo), merchant.timeZone);
  if (movements.length === 0) {
    return searched ? (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={`Nothing found back to ${searched}`}
        text="This search looks through the history a part at a time. There is more of it behind this day."
      >
        <Button variant="primary" onClick={() => steps.onNext?.()}>
          Search further back
        </Button>
        <Button onClick={onClear}>Clear filters</Button>
      </EmptyState>
    ) : (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No transaction matches"
        text="Nothing moved within these filters."
      >
        <Button onClick={onClear}>Clear filters</Button>
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={`Transactions, newest first, in ${merchant.timeZone} time`}
        columns={movementColumns(open, hrefOf)}
        rows={movements}
        rowId={(movement) => movement.id}
        stale={query.isPlaceholderData}
      />
      <Pagination
        {...steps}
        // Without a total, pages may be partly filled, so row numbers are unknown after the first page.
        first={total === null && steps.onPrevious ? null : steps.first}
        count={movements.length}
        total={total}
      />
      <p className="text-sm text-subtle">
        {searched && `Searched back to ${searched}; “Next” goes on from there. `}
        Times are the store's: {merchant.timeZone}.
      </p>
    </>
  );
}

/** URL of this page with one transaction open. */
function useHrefOf() {
  const pathname = usePathname();
  const search = useSearchParams();
  return (id: string) => {
    const opened = new URLSearchParams(search);
    opened.set("transaction", id);
    return `${pathname}?${opened}`;
  };
}
