"use client";

import { SearchX, Users } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathWithQuery } from "@/components/kit/api/api";
import type { Customer } from "@/components/kit/api/types";
import { ListPage, useList } from "@/components/kit/list/list";
import { SortMenu } from "@/components/kit/list/sort-menu";
import type { Translate } from "@/components/kit/locale/translate";
import { formatNumber } from "@/components/kit/money/numbers";
import { ExportLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { byTime, columnSort } from "@/components/kit/ui/sort-header";
import { EmptyState } from "@/components/kit/ui/states";
import { type Column, timeColumn } from "@/components/kit/ui/table";
import { Balances, CustomerLink, CustomerSearch } from "./customer";
import { customerList, customerSorts } from "./filters";

type CustomerSort = (typeof customerSorts)[number];
type Sort = CustomerSort | "best_match";

export function CustomersView() {
  const t = useTranslations("customers");
  const { query, steps, filters, change, narrowed, url, isNarrowed } = useList(customerList);
  const { q } = filters;
  const find = (next: string | null) => change({ q: next, sort: null });
  // A search lists the best match first, unless another order is chosen.
  const usual = q ? "best_match" : "newest";
  const sort: Sort = filters.sort ?? usual;
  const onSort = (next: Sort) => change({ sort: next === usual ? null : (next as CustomerSort) });
  return (
    <ListPage
      title={t("list.title")}
      purpose={t("list.purpose")}
      isNarrowed={isNarrowed}
      bar={{
        url,
        views: [{ label: t("views.all"), query: "" }],
        saved: "customers",
        search: {
          box: <CustomerSearch label={t("list.search")} value={q} onSearch={find} />,
          isActive: q !== null,
        },
        sort: (
          <SortMenu
            value={sort}
            options={q ? ["best_match", ...customerSorts] : customerSorts}
            onChange={onSort}
          />
        ),
        exports: (
          <ExportLink
            href={pathWithQuery("/api/portal/customers/export", narrowed)}
            label={t("list.export")}
          />
        ),
      }}
      firstUse={{
        icon: <Users aria-hidden />,
        title: t("list.empty.title"),
        text: t("list.empty.text"),
        action: (
          <Button asChild variant="primary">
            <Link href="/store-credit" prefetch={false}>
              {t("list.empty.action")}
            </Link>
          </Button>
        ),
      }}
      list={{
        query,
        steps,
        caption: t("list.caption", { sort }),
        columns: customerColumns(t, sort, onSort),
        rows: (found) => found.customers,
        rowId: (customer) => customer.id,
        total: (found) => found.total,
        empty: (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={t("list.noMatch.title")}
            text={t("list.noMatch.text", { q: q ?? "" })}
          >
            <Button onClick={() => find(null)}>{t("list.noMatch.action")}</Button>
          </EmptyState>
        ),
      }}
    />
  );
}

const customerColumns = (
  t: Translate<"customers">,
  sort: Sort,
  onSort: (sort: Sort) => void,
): Column<Customer>[] => [
  {
    header: t("list.column.customer"),
    phone: "what",
    sort: columnSort(
      sort,
      { ascending: "email", descending: "email_desc", first: "email" },
      onSort,
    ),
    cell: (customer) => <CustomerLink {...customer} />,
  },
  {
    header: t("list.column.cards"),
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ cards, hasMoreCards }) => (
      <span className="text-muted">
        {formatNumber(cards)}
        {hasMoreCards && "+"}
      </span>
    ),
  },
  {
    header: t("list.column.balance"),
    phone: "amount",
    align: "right",
    cell: ({ balances }) => (
      <span className="font-medium">
        <Balances of={balances} none="–" />
      </span>
    ),
  },
  {
    header: t("list.column.storeCredit"),
    phone: "state",
    align: "right",
    cell: ({ storeCredit }) =>
      storeCredit.length > 0 ? (
        <span className="stacked:text-sm stacked:text-muted">
          <span className="unstacked:hidden">{t("list.creditPrefix")} </span>
          <Balances of={storeCredit} none="" />
        </span>
      ) : (
        <span className="text-subtle stacked:hidden">–</span>
      ),
  },
  timeColumn(t("list.column.lastActivity"), ({ lastActivityAt }) => lastActivityAt, { from: "xl" }),
  {
    ...timeColumn<Customer>(t("list.column.since"), ({ since }) => since, {
      phone: "hidden",
      from: "xl",
    }),
    sort: columnSort(sort, byTime, onSort),
  },
];
