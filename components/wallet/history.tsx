"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { get } from "@/components/api";
import { movementStates, movementWords, signedCents } from "@/components/transactions/words";
import type { Transaction } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import { ErrorState } from "@/components/ui/error-state";
import { Money } from "@/components/ui/money";
import { Skeleton } from "@/components/ui/skeleton";
import type { OwnCard, OwnHistory } from "./types";
import { atStore } from "./words";

/** Everything that moved on a card, newest first, each with the balance after it. */
export function History({ card }: { card: OwnCard }) {
  const history = useInfiniteQuery({
    queryKey: ["wallet", "history", card.uuid],
    queryFn: ({ pageParam, signal }) =>
      get<OwnHistory>(`/api/wallet/cards/${card.uuid}/history`, { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = history.data?.pages.flatMap((page) => page.transactions) ?? [];
  return (
    <section aria-labelledby="history" className="grid gap-2">
      <h2 id="history" className="text-lg font-semibold">
        History
      </h2>
      {history.isError && !history.data ? (
        <ErrorState
          error={history.error}
          what="The history"
          onRetry={() => void history.refetch()}
        />
      ) : !history.data ? (
        <div role="status" aria-label="Loading the history" className="grid gap-2">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      ) : rows.length === 0 ? (
        <p className="text-muted">Nothing has moved on this card yet.</p>
      ) : (
        <ol className="divide-y border-y">
          {rows.map((row) => (
            <Row key={row.id} row={row} timeZone={card.store.timeZone} />
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
          className="md:h-11"
        >
          Show older
        </Button>
      )}
    </section>
  );
}

function Row({ row, timeZone }: { row: Transaction; timeZone: string }) {
  const { word } = movementWords[row.type];
  const state = movementStates[row.status];
  const isNoted = row.description !== word;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        {word}
        {row.status !== "completed" && <Chip tone={state.tone}>{state.word}</Chip>}
      </p>
      <p
        className={cx(
          "text-right font-medium",
          row.status === "failed" && "text-muted line-through",
        )}
      >
        <Money amountCents={signedCents(row)} currency={row.currency} signed />
      </p>
      <p className="min-w-0 text-sm wrap-anywhere text-muted">
        {isNoted && <span className="block text-ink">{row.description}</span>}
        <time dateTime={row.createdAt}>{atStore(row.createdAt, timeZone)}</time>
      </p>
      <p className="text-right text-sm text-muted">
        <span className="sr-only">balance after </span>
        <Money amountCents={row.balanceAfterCents} currency={row.currency} />
      </p>
    </li>
  );
}
