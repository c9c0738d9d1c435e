"use client";

import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import { ArrowLeftRight, SearchX, X } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { pathWithQuery, post } from "@/components/kit/api/api";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import { useSession } from "@/components/kit/api/session";
import type { MovementPage } from "@/components/kit/api/types";
import type { ResolvedSearch } from "@/components/kit/cards/transaction-words";
import { isFiltered, List, useList } from "@/components/kit/list/list";
import type { PaginationState } from "@/components/kit/list/pagination";
import { SortSelect } from "@/components/kit/list/sort-select";
import { formatDay } from "@/components/kit/locale/days";
import { DownloadLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { PageHeader } from "@/components/kit/ui/page-header";
import { SearchField } from "@/components/kit/ui/search-field";
import { columnSort } from "@/components/kit/ui/sort-header";
import { EmptyState } from "@/components/kit/ui/states";
import { SavedViews } from "@/components/portal/saved-views/saved-views";
import { movementColumns } from "./columns";
import { type Filters, noFilters, type Sort, sorts, transactionList } from "./filters";
import { MovementPanel } from "./lazy-movement-panel";
import { TransactionFilters, useOpenTransaction } from "./transaction-filters";

export function TransactionsView() {
  const t = useTranslations("transactions");
  const [transaction, open] = useOpenTransaction();
  const list = useList(transactionList);
  const { data } = list.query;
  const { change } = list;
  const { sort, ...filters } = list.filters;
  const untouched = data?.total === 0 && !isFiltered(filters);
  const onFound = (found: ResolvedSearch) => {
    if (found.kind === "transaction") open(found.id);
    if (found.kind === "card") change({ ...noFilters, cardUuid: found.id });
    if (found.kind === "reference") change({ ...noFilters, referenceId: found.reference });
  };
  const movements = data?.movements ?? [];

  return (
    <>
      <PageHeader
        title={t("list.title")}
        action={
          !untouched && (
            <DownloadLink href={pathWithQuery("/api/portal/transactions/export", list.narrowed)}>
              {t("list.export")}
            </DownloadLink>
          )
        }
        {...(!movements.length && { purpose: t("list.purpose") })}
      />
      {!untouched && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <SavedViews list="transactions" search={list.search} />
          <div className="flex flex-wrap items-start gap-3">
            <MovementSearch onFound={onFound} />
            <SearchFilterChips
              filters={filters}
              last4={movements.find(({ cardUuid }) => cardUuid === filters.cardUuid)?.card.last4}
              onRemove={change}
            />
            <div className="max-md:w-full md:ml-auto">
              <SortSelect
                value={sort}
                options={sorts}
                onChange={(next) => change({ sort: next })}
              />
            </div>
          </div>
          <TransactionFilters filters={filters} onChange={change} />
        </div>
      )}
      <section aria-label={t("list.title")} className="min-w-0">
        {untouched ? (
          <NothingYet />
        ) : (
          <TransactionList
            query={list.query}
            steps={list.steps}
            sort={sort}
            onSort={(next) => change({ sort: next })}
            open={open}
            onClear={() => change(noFilters)}
          />
        )}
      </section>
      {transaction && (
        <MovementPanel id={transaction} among={movements} onClose={() => open(null)} />
      )}
    </>
  );
}

type SearchFilterChipsProps = {
  filters: Filters;
  last4: string | undefined;
  onRemove: (change: Partial<Filters>) => void;
};

function SearchFilterChips({ filters, last4, onRemove }: SearchFilterChipsProps) {
  const t = useTranslations("transactions");
  const { cardUuid, referenceId } = filters;
  const code = (text: ReactNode) => <span className="truncate font-mono">{text}</span>;
  return (
    <>
      {cardUuid && (
        <Button onClick={() => onRemove({ cardUuid: null })}>
          {last4 ? t.rich("filters.card", { last4, code }) : t("filters.oneCard")}
          <X aria-label={t("filters.remove")} />
        </Button>
      )}
      {referenceId && (
        <Button className="max-w-full" onClick={() => onRemove({ referenceId: null })}>
          {t.rich("filters.reference", { reference: referenceId, code })}
          <X aria-label={t("filters.remove")} />
        </Button>
      )}
    </>
  );
}

function NothingYet() {
  const t = useTranslations("transactions");
  return (
    <EmptyState
      icon={<ArrowLeftRight aria-hidden />}
      title={t("list.first.title")}
      text={t("list.first.text")}
    >
      <Button asChild variant="primary">
        <Link href="/cards" prefetch={false}>
          {t("list.first.action")}
        </Link>
      </Button>
    </EmptyState>
  );
}

type Props = {
  query: UseQueryResult<MovementPage>;
  steps: PaginationState;
  sort: Sort;
  onSort: (sort: Sort) => void;
  open: (id: string) => void;
  onClear: () => void;
};

const byTime = { ascending: "oldest", descending: "newest", first: "newest" } as const;

function TransactionList({ query, steps, sort, onSort, open, onClear }: Props) {
  const t = useTranslations("transactions");
  const { timeZone } = useSession().merchant;
  const hrefOf = useHrefOf();
  const { total, searchedTo } = query.data ?? {};
  const date = searchedTo && formatDay(new Date(searchedTo), timeZone);
  // Without a total, pages may be partly filled, so row numbers are unknown after the first page.
  const first = total === null && steps.onPrevious ? null : steps.first;
  return (
    <List
      query={query}
      caption={t("list.caption", { sort, timeZone })}
      columns={movementColumns(t, open, hrefOf, columnSort(sort, byTime, onSort))}
      rows={({ movements }) => movements}
      rowId={(movement) => movement.id}
      steps={{ ...steps, first }}
      total={(page) => page.total}
      note={
        <p className="text-sm text-subtle">
          {date && `${t("list.searchedTo", { sort, date })} `}
          {t("list.timeZone", { timeZone })}
        </p>
      }
      empty={
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={date ? t("list.stopped.title", { sort, date }) : t("list.noMatch.title")}
          text={date ? t("list.stopped.text", { sort }) : t("list.noMatch.text")}
        >
          {date && (
            <Button variant="primary" onClick={() => steps.onNext?.()}>
              {t("list.stopped.action", { sort })}
            </Button>
          )}
          <Button onClick={onClear}>{t("list.clearFilters")}</Button>
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

/** Posts the text, because it may be a card code. */
function MovementSearch({ onFound }: { onFound: (found: ResolvedSearch) => void }) {
  const tc = useTranslations("common");
  const t = useTranslations("transactions");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const search = useMutation({
    mutationFn: (term: string) => post("/api/portal/transactions/resolve", { term }),
    onSuccess: (found) => {
      if (found.kind === "unknown") return setProblem(t("search.notFound"));
      setTyped("");
      onFound(found);
    },
    onError: (error) => setProblem(refusalInWords(tc, error)),
  });

  return (
    <SearchField
      label={t("search.label")}
      placeholder={t("search.placeholder")}
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
