"use client";

import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import { ArrowLeftRight, SearchX, X } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { ApiError, pathWithQuery, post } from "@/components/api";
import { DownloadLink } from "@/components/download-link";
import { isFiltered, List, useList } from "@/components/list";
import type { PaginationState } from "@/components/pagination";
import { useSession } from "@/components/session";
import type { MovementPage } from "@/components/types";
import { Button } from "@/components/ui/button";
import { formatDay } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { SearchField } from "@/components/ui/search-field";
import { EmptyState } from "@/components/ui/states";
import { movementColumns } from "./columns";
import { MovementPanel } from "./movement-panel";
import {
  type Filters,
  filterParsers,
  filterQuery,
  noFilters,
  TransactionFilters,
  useOpenTransaction,
} from "./transaction-filters";
import type { ResolvedSearch } from "./words";

export function TransactionsView() {
  const { merchant } = useSession();
  const [transaction, open] = useOpenTransaction();
  const list = useList({
    key: ["transactions", "list"],
    path: "/api/portal/transactions",
    parsers: filterParsers,
    queryOf: (chosen) => filterQuery(chosen, merchant.timeZone),
  });
  const { data } = list.query;
  const { filters, change } = list;
  const untouched = data?.total === 0 && !isFiltered(filters);
  const onFound = (found: ResolvedSearch) => {
    if (found.kind === "transaction") open(found.id);
    if (found.kind === "card") change({ ...noFilters, cardUuid: found.id });
    if (found.kind === "reference") change({ ...noFilters, referenceId: found.reference });
  };
  const shown = data?.movements ?? [];

  return (
    <>
      <PageHeader
        title="Transactions"
        action={
          !untouched && (
            <DownloadLink href={pathWithQuery("/api/portal/transactions/export", list.narrowed)}>
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
            <SearchFilterChips
              filters={filters}
              last4={shown.find(({ cardUuid }) => cardUuid === filters.cardUuid)?.card.last4}
              onRemove={change}
            />
          </div>
          <TransactionFilters filters={filters} onChange={change} />
        </div>
      )}
      <section aria-label="Transactions" className="min-w-0">
        {untouched ? (
          <NothingYet />
        ) : (
          <TransactionList
            query={list.query}
            steps={list.steps}
            open={open}
            onClear={() => change(noFilters)}
          />
        )}
      </section>
      {transaction && <MovementPanel id={transaction} among={shown} onClose={() => open(null)} />}
    </>
  );
}

type SearchFilterChipsProps = {
  filters: Filters;
  last4: string | undefined;
  onRemove: (change: Partial<Filters>) => void;
};

const SearchFilterChips = ({
  filters: { cardUuid, referenceId },
  last4,
  onRemove,
}: SearchFilterChipsProps) => (
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

type Props = {
  query: UseQueryResult<MovementPage>;
  steps: PaginationState;
  open: (id: string) => void;
  onClear: () => void;
};

function TransactionList({ query, steps, open, onClear }: Props) {
  const { merchant } = useSession();
  const hrefOf = useHrefOf();
  const { total, searchedTo } = query.data ?? {};
  const searched = searchedTo && formatDay(new Date(searchedTo), merchant.timeZone);
  // Without a total, pages may be partly filled, so row numbers are unknown after the first page.
  const first = total === null && steps.onPrevious ? null : steps.first;
  return (
    <List
      query={query}
      what="The transactions"
      loading="Loading transactions"
      caption={`Transactions, newest first, in ${merchant.timeZone} time`}
      columns={movementColumns(open, hrefOf)}
      rows={({ movements }) => movements}
      rowId={(movement) => movement.id}
      steps={{ ...steps, first }}
      total={(page) => page.total}
      note={
        <p className="text-sm text-subtle">
          {searched && `Searched back to ${searched}; “Next” goes on from there. `}
          Times are the store's: {merchant.timeZone}.
        </p>
      }
      empty={
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={searched ? `Nothing found back to ${searched}` : "No transaction matches"}
          text={
            searched
              ? "This search looks through the history a part at a time. There is more of it behind this day."
              : "Nothing moved within these filters."
          }
        >
          {searched && (
            <Button variant="primary" onClick={() => steps.onNext?.()}>
              Search further back
            </Button>
          )}
          <Button onClick={onClear}>Clear filters</Button>
        </EmptyState>
      }
    />
  );
}

function useHrefOf() {
  const pathname = usePathname();
  const search = useSearchParams();
  return (id: string) => {
    const opened = new URLSearchParams(search);
    opened.set("transaction", id);
    return `${pathname}?${opened}`;
  };
}

const notFoundMessage = "No card of this store has that code, and no transaction that reference.";

/** Posts the text, because it may be a card code. */
function MovementSearch({ onFound }: { onFound: (found: ResolvedSearch) => void }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const search = useMutation({
    mutationFn: (term: string) => post("/api/portal/transactions/resolve", { term }),
    onSuccess: (found) => {
      if (found.kind === "unknown") return setProblem(notFoundMessage);
      setTyped("");
      onFound(found);
    },
    onError: (error) =>
      setProblem(error instanceof ApiError ? error.message : "The search didn't work. Try again."),
  });

  return (
    <SearchField
      label="Search transactions by reference, transaction id, or a card's code or id"
      placeholder="Reference, transaction id or card"
      maxLength={255}
      value={typed}
      onType={(next) => {
        setTyped(next);
        setProblem(null);
      }}
      onSearch={() => {
        if (typed.trim() !== "" && !search.isPending) search.mutate(typed.trim());
      }}
      busy={search.isPending}
      problem={problem}
    />
  );
}
