"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, X } from "lucide-react";
import Link from "next/link";
import { parseAsString, useQueryStates } from "nuqs";
import { pathWith } from "@/components/api";
import { DownloadLink } from "@/components/download-link";
import { firstPlace, placeParsers, rowsPerPage, useCursorSteps } from "@/components/list";
import { read } from "@/components/queries";
import { useSession } from "@/components/session";
import type { Understood } from "@/components/transactions/words";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState } from "@/components/ui/states";
import { type Filters, filterParsers, filterQuery, noFilters } from "./filters";
import { MovementPanel } from "./movement-panel";
import { MovementSearch } from "./movement-search";
import { TransactionFilters } from "./transaction-filters";
import { TransactionList } from "./transaction-list";

const parsers = { ...filterParsers, ...placeParsers, transaction: parseAsString };

/** The transactions page. The URL holds search, filters and page. */
export function TransactionsView() {
  const { merchant } = useSession();
  const [{ page, cursor, transaction, ...filters }, setState] = useQueryStates(parsers, {
    history: "push",
  });
  const narrowed = filterQuery(filters, merchant.timeZone);
  const query = { ...narrowed, limit: rowsPerPage, cursor };
  const movements = useQuery({
    ...read(["transactions", "list", query], "/api/portal/transactions", query),
    placeholderData: keepPreviousData,
  });
  const steps = useCursorSteps({ page, cursor }, movements, setState);
  const filtered = Object.values(filters).some((value) => value !== null);
  const untouched = movements.data?.total === 0 && !filtered;
  const setFilters = (change: Partial<Filters>) => setState({ ...change, ...firstPlace });
  const onFound = (found: Understood) => {
    if (found.kind === "transaction") void setState({ transaction: found.id });
    if (found.kind === "card") void setFilters({ ...noFilters, cardUuid: found.id });
    if (found.kind === "reference") void setFilters({ ...noFilters, referenceId: found.reference });
  };
  const shown = movements.data?.movements ?? [];

  return (
    <>
      <PageHeader
        title="Transactions"
        action={
          !untouched && (
            <DownloadLink href={pathWith("/api/portal/transactions/export", narrowed)}>
              Export CSV
            </DownloadLink>
          )
        }
        {...(!shown.length && {
          purpose: "Every load, redemption, transfer and gift, across all cards.",
        })}
      />
      {!untouched && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex flex-wrap items-start gap-3">
            <MovementSearch onFound={onFound} />
            <FoundBy
              filters={filters}
              last4={shown.find(({ cardUuid }) => cardUuid === filters.cardUuid)?.card.last4}
              onRemove={setFilters}
            />
          </div>
          <TransactionFilters filters={filters} onChange={setFilters} />
        </div>
      )}
      <section aria-label="Transactions" className="min-w-0">
        {untouched ? (
          <NothingYet />
        ) : (
          <TransactionList
            movements={movements}
            steps={steps}
            open={(id) => void setState({ transaction: id })}
            onClear={() => void setFilters(noFilters)}
          />
        )}
      </section>
      {transaction && (
        <MovementPanel
          key={transaction}
          id={transaction}
          known={shown.find(({ id }) => id === transaction)}
          onClose={() => void setState({ transaction: null })}
        />
      )}
    </>
  );
}

type FoundProps = {
  filters: Filters;
  last4: string | undefined;
  onRemove: (change: Partial<Filters>) => void;
};

/** Removable filters that the search has set. */
const FoundBy = ({ filters: { cardUuid, referenceId }, last4, onRemove }: FoundProps) => (
  <>
    {cardUuid && (
      <Button onClick={() => onRemove({ cardUuid: null })}>
        Card <span className="font-mono">{last4 ? `•••• ${last4}` : "by its id"}</span>
        <X aria-label="Remove this filter" />
      </Button>
    )}
    {referenceId && (
      <Button className="max-w-full" onClick={() => onRemove({ referenceId: null })}>
        Reference <span className="truncate font-mono">{referenceId}</span>
        <X aria-label="Remove this filter" />
      </Button>
    )}
  </>
);

const NothingYet = () => (
  <EmptyState
    icon={<ArrowLeftRight aria-hidden />}
    title="No transactions yet"
    text="The first one appears when a card is activated. From then on every movement stands here with its balance."
  >
    <Button asChild variant="primary">
      <Link href="/cards">Go to cards</Link>
    </Button>
  </EmptyState>
);
