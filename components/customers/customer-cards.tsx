"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { get } from "@/components/api";
import { CardEnding } from "@/components/cards/card-ending";
import { StateChip } from "@/components/cards/state-chip";
import { cardTypeWords } from "@/components/cards/words";
import type { Customer, ListedCard } from "@/components/types";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Money } from "@/components/ui/money";
import { TableSkeleton } from "@/components/ui/skeleton";
import { type Column, RowLink, Table } from "@/components/ui/table";
import { onDate, Time } from "@/components/ui/time";

const rowsPerLoad = 10;

/** The customer's cards, newest first; those of store credit among them. */
export function CustomerCards({ customer }: { customer: Customer }) {
  const cards = useInfiniteQuery({
    queryKey: ["cards", "of", customer.email],
    queryFn: ({ pageParam, signal }) =>
      get(
        "/api/portal/cards",
        { ownerEmail: customer.email, limit: rowsPerLoad, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
  return (
    <section aria-labelledby="cards" className="grid gap-3">
      <h2 id="cards" className="text-lg font-semibold">
        Cards
      </h2>
      {cards.isPending && <TableSkeleton label="Loading the cards" />}
      {cards.isError && !cards.data && (
        <ErrorState error={cards.error} what="The cards" onRetry={() => void cards.refetch()} />
      )}
      {cards.data && (
        <Table
          caption="The customer's cards, newest first"
          columns={columnsFor(customer.storeCredit.map(({ cardUuid }) => cardUuid))}
          rows={cards.data.pages.flatMap((page) => page.cards)}
          rowId={(card) => card.uuid}
        />
      )}
      {cards.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={cards.isFetchingNextPage}
          onClick={() => void cards.fetchNextPage()}
        >
          {cards.isFetchNextPageError ? "Retry" : "More cards"}
        </Button>
      )}
    </section>
  );
}

/** The columns; `credit` tells which cards hold store credit. */
const columnsFor = (credit: string[]): Column<ListedCard>[] => [
  {
    id: "card",
    header: "Card",
    phone: "what",
    cell: ({ uuid, last4 }) => (
      <RowLink href={`/cards/${uuid}`}>
        <CardEnding last4={last4} />
        {credit.includes(uuid) && (
          <span className="font-sans text-sm font-normal text-muted md:hidden"> Store credit</span>
        )}
      </RowLink>
    ),
  },
  {
    id: "status",
    header: "Status",
    phone: "state",
    cell: ({ status, expiresOn }) => <StateChip status={status} expiresOn={expiresOn} />,
  },
  {
    id: "type",
    header: "Type",
    phone: "hidden",
    cell: ({ uuid, cardType }) => (
      <span className="text-muted">
        {credit.includes(uuid) ? "Store credit" : cardTypeWords[cardType]}
      </span>
    ),
  },
  {
    id: "expires",
    header: "Spendable until",
    phone: "hidden",
    from: "lg",
    cell: ({ expiresOn }) => (
      <span className="text-muted">{expiresOn ? onDate(expiresOn) : "–"}</span>
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
    id: "balance",
    header: "Balance",
    phone: "amount",
    align: "right",
    cell: ({ balanceCents, currency, status }) => (
      <span className={status === "disabled" ? "text-muted line-through" : "font-medium"}>
        <Money amountCents={balanceCents} currency={currency} />
      </span>
    ),
  },
];
