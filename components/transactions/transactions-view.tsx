"use client";

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, SearchX } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { get } from "@/components/api";
import { firstPlace, placeParsers, placeQuery, type Steps, useSteps } from "@/components/paging";
import { useSession } from "@/components/session";
import type { TransactionPage } from "@/components/types";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { Table } from "@/components/ui/table";
import { transactionColumns } from "./columns";
import { type Filters, filterParsers, filterQuery, noFilters } from "./filters";
import { TransactionFilters } from "./transaction-filters";

/** Everything that moved on the store's cards, filtered and paged by the URL. */
export function TransactionsView() {
  const { merchant } = useSession();
  const [{ page, cursor, ...filters }, setState] = useQueryStates(
    { ...filterParsers, ...placeParsers },
    { history: "push" },
  );
  const query = { ...filterQuery(filters, merchant.timeZone), ...placeQuery({ page, cursor }) };
  const transactions = useQuery({
    queryKey: ["transactions", query],
    queryFn: ({ signal }) => get<TransactionPage>("/api/v1/transactions", query, signal),
    placeholderData: keepPreviousData,
  });
  const steps = useSteps({ page, cursor }, transactions.data?.nextCursor, setState);
  const filtered = Object.values(filters).some((value) => value !== null);
  const untouched = transactions.data?.total === 0 && !filtered;
  const setFilters = (change: Partial<Filters>) => setState({ ...change, ...firstPlace });

  return (
    <>
      <PageHeader
        title="Transactions"
        {...(!transactions.data?.total && {
          purpose: "Every load, redemption, transfer and gift, across all cards.",
        })}
      />
      {!untouched && <TransactionFilters filters={filters} onChange={setFilters} />}
      <section aria-label="Transactions" className="min-w-0">
        {untouched ? (
          <EmptyState
            icon={<ArrowLeftRight aria-hidden />}
            title="No transactions yet"
            text="The first one appears when a card is activated. From then on every movement stands here with its balance."
          >
            <Button asChild variant="primary">
              <Link href="/cards">Go to cards</Link>
            </Button>
          </EmptyState>
        ) : (
          <TransactionList
            transactions={transactions}
            steps={steps}
            onClear={() => setFilters(noFilters)}
          />
        )}
      </section>
    </>
  );
}

type ListProps = {
  transactions: UseQueryResult<TransactionPage>;
  steps: Steps;
  onClear: () => void;
};

function TransactionList({ transactions: query, steps, onClear }: ListProps) {
  const { merchant } = useSession();
  if (query.isError) {
    return (
      <ErrorState
        error={query.error}
        what="The transactions"
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.isPending) return <TableSkeleton label="Loading transactions" />;
  const { transactions, total } = query.data;
  if (transactions.length === 0) {
    return (
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
        columns={transactionColumns}
        rows={transactions}
        rowId={(transaction) => transaction.id}
        stale={query.isPlaceholderData}
      />
      <Pagination {...steps} count={transactions.length} total={total} />
      <p className="text-sm text-subtle">Times are the store's: {merchant.timeZone}.</p>
    </>
  );
}
