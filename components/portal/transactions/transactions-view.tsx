"use client";

import { ArrowLeftRight, SearchX } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { pathWithQuery } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { keysOf, type Movement, type MovementPage } from "@/components/kit/api/types";
import { type ListOf, ListPage, useList } from "@/components/kit/list/list";
import { SortMenu } from "@/components/kit/list/sort-menu";
import { formatDay } from "@/components/kit/locale/days";
import { ExportLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { byTime, columnSort } from "@/components/kit/ui/sort-header";
import { EmptyState } from "@/components/kit/ui/states";
import { ListSearch } from "@/components/portal/search/list-search";
import { namedSearch } from "@/components/portal/search/use-search-term";
import { movementColumns } from "./columns";
import { noFilters, type Sort, sorts, transactionList, transactionViews } from "./filters";
import { MovementPanel } from "./lazy-movement-panel";
import { useOpenTransaction, useTransactionFilters } from "./transaction-filters";

type Transactions = ListOf<typeof transactionList>;

export function TransactionsView() {
  const t = useTranslations("transactions");
  const [transaction, open] = useOpenTransaction();
  const list = useList(transactionList);
  const movements = list.query.data?.movements ?? [];
  return (
    <ListPage
      title={t("list.title")}
      purpose={t("list.purpose")}
      isNarrowed={list.isNarrowed}
      bar={useBar(list)}
      firstUse={{
        icon: <ArrowLeftRight aria-hidden />,
        title: t("list.first.title"),
        text: t("list.first.text"),
        action: (
          <Button asChild variant="primary">
            <Link href="/cards" prefetch={false}>
              {t("list.first.action")}
            </Link>
          </Button>
        ),
      }}
      list={useTable(list, open)}
    >
      {transaction && (
        <MovementPanel id={transaction} among={movements} onClose={() => open(null)} />
      )}
    </ListPage>
  );
}

type Open = (id: string) => unknown;

function useBar({ query, filters, narrowed, url, change }: Transactions) {
  const t = useTranslations("transactions");
  const { sort, ...chosen } = filters;
  const { last4 } =
    query.data?.movements.find(({ cardUuid }) => cardUuid === chosen.cardUuid)?.card ?? {};
  return {
    url,
    views: keysOf(transactionViews).map((name) => ({
      label: t(`views.${name}`),
      query: transactionViews[name],
    })),
    saved: "transactions" as const,
    search: {
      box: (
        <ListSearch
          label={t("search.label")}
          placeholder={t("search.placeholder")}
          search={chosen.search}
          onSearch={(search) => change({ search }, chosen.search ? "replace" : "push")}
        />
      ),
      isActive: chosen.search !== null,
    },
    filters: useTransactionFilters(chosen, last4, change),
    onChange: change,
    sort: (
      <SortMenu value={sort} options={sorts} onChange={(next: Sort) => change({ sort: next })} />
    ),
    exports: (
      <ExportLink
        href={pathWithQuery("/api/portal/transactions/export", narrowed)}
        label={t("list.export")}
      />
    ),
  };
}

function useTable({ query, steps, filters, change }: Transactions, open: Open) {
  const t = useTranslations("transactions");
  const { timeZone } = useSession().merchant;
  const hrefOf = useHrefOf();
  const { sort } = filters;
  const { total, searchedTo, isIncomplete } = query.data ?? {};
  const search = namedSearch(filters.search);
  const noMatch = search ? t("list.noMatch.search", { search }) : t("list.noMatch.title");
  const date = searchedTo && formatDay(new Date(searchedTo), timeZone);
  // Without a total, pages may be partly filled, so row numbers are unknown after the first page.
  const first = total === null && steps.onPrevious ? null : steps.first;
  const bySort = columnSort(sort, byTime, (next: Sort) => change({ sort: next }));
  return {
    query,
    caption: t("list.caption", { sort, timeZone }),
    columns: movementColumns(t, open, hrefOf, bySort),
    rows: ({ movements }: MovementPage) => movements,
    rowId: ({ id }: Movement) => id,
    steps: { ...steps, first },
    total: (page: MovementPage) => page.total,
    note: (
      <p className="text-sm text-subtle">
        {date && `${t("list.searchedTo", { sort, date })} `}
        {isIncomplete && `${t("list.incompleteNote")} `}
        {t("list.timeZone", { timeZone })}
      </p>
    ),
    empty: (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={date ? t("list.stopped.title", { sort, date }) : noMatch}
        text={date ? t("list.stopped.text", { sort }) : t("list.noMatch.text")}
      >
        {date && (
          <Button variant="primary" onClick={() => steps.onNext?.()}>
            {t("list.stopped.action", { sort })}
          </Button>
        )}
        <Button onClick={() => change(noFilters)}>{t("list.clearFilters")}</Button>
      </EmptyState>
    ),
  };
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
