"use client";

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { CreditCard, Plus, SearchX, X } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { get } from "@/components/api";
import { useOpenable } from "@/components/openable";
import { firstPlace, placeParsers, placeQuery, type Steps, useSteps } from "@/components/paging";
import { useMayWrite } from "@/components/session";
import { type CardPage, cardStatuses, cardTypes } from "@/components/types";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { Table } from "@/components/ui/table";
import { CardFilters } from "./card-filters";
import { CardSearch } from "./card-search";
import { cardColumns } from "./columns";
import { CreateCardDialog } from "./create-card-dialog";

const purpose =
  "Every gift card of the store: what it holds, who owns it, and what happened to it.";

/** The store's cards, filtered and paged by the URL. */
export function CardsView() {
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useOpenable("create", mayWrite);
  const [{ page, cursor, ...filters }, setState] = useQueryStates(
    {
      status: parseAsStringLiteral(cardStatuses),
      cardType: parseAsStringLiteral(cardTypes),
      ownerEmail: parseAsString,
      ...placeParsers,
    },
    { history: "push" },
  );
  const query = { ...filters, ...placeQuery({ page, cursor }) };
  const cards = useQuery({
    queryKey: ["cards", query],
    queryFn: ({ signal }) => get<CardPage>("/api/v1/cards", query, signal),
    placeholderData: keepPreviousData,
  });
  const steps = useSteps({ page, cursor }, cards.data?.nextCursor, setState);
  const filtered = Object.values(filters).some((value) => value !== null);
  const untouched = cards.data?.total === 0 && !filtered;
  const setFilters = (change: Partial<typeof filters>) => setState({ ...change, ...firstPlace });
  const clear = () => setFilters({ status: null, cardType: null, ownerEmail: null });
  const createButton = mayWrite && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> Create card
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Cards"
        action={!untouched && createButton}
        {...(!cards.data?.total && { purpose })}
      />
      {!untouched && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <CardSearch onEmail={(ownerEmail) => setFilters({ ownerEmail })} />
            {filters.ownerEmail && (
              <Button size="sm" onClick={() => setFilters({ ownerEmail: null })}>
                Owner {filters.ownerEmail} <X aria-label="Remove this filter" />
              </Button>
            )}
          </div>
          <CardFilters filters={filters} onChange={setFilters} />
        </div>
      )}
      <section aria-label="Cards" className="min-w-0">
        {untouched ? (
          <EmptyState
            icon={<CreditCard aria-hidden />}
            title="No cards yet"
            text="Create a card, activate it with an amount, and redeem it at the till. A till can do the same with an API key."
          >
            {createButton}
          </EmptyState>
        ) : (
          <CardList cards={cards} steps={steps} onClear={clear} />
        )}
      </section>
      {creating && <CreateCardDialog onClose={() => setCreating(false)} />}
    </>
  );
}

type ListProps = {
  cards: UseQueryResult<CardPage>;
  steps: Steps;
  onClear: () => void;
};

function CardList({ cards, steps, onClear }: ListProps) {
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
        caption="Cards, newest first"
        columns={cardColumns}
        rows={cards.data.cards}
        rowId={(card) => card.uuid}
        stale={cards.isPlaceholderData}
      />
      <Pagination {...steps} count={cards.data.cards.length} total={cards.data.total} />
    </>
  );
}
