"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { get, url } from "@/components/api";
import { signedCents } from "@/components/transactions/words";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { LocalTime, Money } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { ErrorState, Skeleton } from "@/components/ui/states";
import { entriesOf, returnWords, stateOfMovement, wordOfMovement } from "./history-words";
import type { GiftReturn, OwnCard, OwnMovement } from "./types";

/** Everything that moved on a card, newest first, each with the balance after it. */
export function History({ card }: { card: OwnCard }) {
  const history = useInfiniteQuery({
    queryKey: ["wallet", "history", card.uuid],
    queryFn: ({ pageParam, signal }) =>
      get(
        url("/api/wallet/cards/{uuid}/history", { uuid: card.uuid }),
        { cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = entriesOf(history.data?.pages ?? []);
  return (
    <Section title="History" className="gap-2">
      {history.isError && !history.data ? (
        <ErrorState query={history} what="The history" />
      ) : !history.data ? (
        <div role="status" aria-label="Loading the history" className="grid gap-2">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      ) : rows.length === 0 ? (
        <p className="text-muted">Nothing has moved on this card yet.</p>
      ) : (
        <ol className="divide-y border-y">
          {rows.map((row) =>
            "type" in row ? (
              <Moved key={row.id} row={row} />
            ) : (
              <CameBack key={row.id} gift={row} currency={card.currency} />
            ),
          )}
        </ol>
      )}
      {history.hasNextPage && (
        <Button
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
          size="lg"
        >
          Show older
        </Button>
      )}
    </Section>
  );
}

function Moved({ row }: { row: OwnMovement }) {
  const state = stateOfMovement(row);
  return (
    <Line
      word={wordOfMovement(row)}
      chip={state && <Chip {...state} />}
      detail={row.note}
      at={row.createdAt}
      amountCents={signedCents(row)}
      balanceAfterCents={row.balanceAfterCents}
      currency={row.currency}
    />
  );
}

/** A gift's money on its way back, which is no transaction and moves the balance all the same. */
const CameBack = ({ gift, currency }: { gift: GiftReturn; currency: string }) => (
  <Line
    word="Gift came back"
    detail={returnWords(gift)}
    at={gift.createdAt}
    amountCents={gift.amountCents}
    balanceAfterCents={gift.balanceAfterCents}
    currency={currency}
  />
);

type LineProps = {
  word: string;
  chip?: ReactNode;
  detail: string | null;
  at: string;
  /** With the sign it has for the card. */
  amountCents: number;
  balanceAfterCents: number;
  currency: string;
};

const Line = ({ word, chip, detail, at, amountCents, balanceAfterCents, currency }: LineProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
      {word}
      {chip}
    </p>
    <p className="text-right font-medium">
      <Money amountCents={amountCents} currency={currency} signed />
    </p>
    <p className="min-w-0 text-sm wrap-anywhere text-muted">
      {detail && <span className="block text-ink">{detail}</span>}
      <LocalTime at={at} />
    </p>
    <p className="text-right text-sm text-muted">
      <span className="sr-only">balance after </span>
      <Money amountCents={balanceAfterCents} currency={currency} />
    </p>
  </li>
);
