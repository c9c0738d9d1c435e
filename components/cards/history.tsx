"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { get } from "@/components/api";
import { useSession } from "@/components/session";
import type { Transaction, TransactionPage } from "@/components/types";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { TableSkeleton } from "@/components/ui/skeleton";
import { onDay } from "@/components/ui/time";
import { HistoryRow } from "./history-row";

const rowsPerLoad = 20;

/** A card's movements, newest first, by day, each with the balance after it. */
export function History({ uuid }: { uuid: string }) {
  const history = useInfiniteQuery({
    queryKey: ["history", uuid],
    queryFn: ({ pageParam, signal }) =>
      get<TransactionPage>(
        "/api/v1/transactions",
        { cardUuid: uuid, limit: rowsPerLoad, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
  const total = history.data?.pages[0]?.total ?? 0;

  return (
    <section aria-labelledby="history" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="history" className="text-lg font-semibold">
          History
        </h2>
        {total > 0 && (
          <p className="text-sm text-muted tabular-nums">
            {new Intl.NumberFormat().format(total)} {total === 1 ? "movement" : "movements"}
          </p>
        )}
      </div>
      {history.isPending && <TableSkeleton label="Loading the history" />}
      {history.isError && !history.data && (
        <ErrorState
          error={history.error}
          what="The history"
          onRetry={() => void history.refetch()}
        />
      )}
      {history.data && total === 0 && (
        <p className="rounded-md border border-dashed border-control/60 px-4 py-8 text-center text-muted">
          Nothing has moved yet. Every load and redemption will be listed here.
        </p>
      )}
      {history.data && <Days pages={history.data.pages} />}
      {history.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {history.isFetchNextPageError ? "Retry" : "Load more"}
        </Button>
      )}
    </section>
  );
}

function Days({ pages }: { pages: TransactionPage[] }) {
  const { merchant } = useSession();
  const days = new Map<string, Transaction[]>();
  for (const transaction of pages.flatMap((page) => page.transactions)) {
    const day = onDay(new Date(transaction.createdAt), merchant.timeZone);
    days.set(day, [...(days.get(day) ?? []), transaction]);
  }
  return [...days].map(([day, transactions]) => (
    <div key={day}>
      <h3 className="border-b pb-1.5 text-xs font-medium text-muted">{day}</h3>
      <ul>
        {transactions.map((transaction) => (
          <HistoryRow key={transaction.id} transaction={transaction} />
        ))}
      </ul>
    </div>
  ));
}
