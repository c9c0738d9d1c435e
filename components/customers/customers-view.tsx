"use client";

import { SearchX, Users, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { parseAsString } from "nuqs";
import { List, useList } from "@/components/list";
import { formatNumber } from "@/components/numbers";
import type { Translate } from "@/components/translate";
import type { Customer } from "@/components/types";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState } from "@/components/ui/states";
import { type Column, timeColumn } from "@/components/ui/table";
import { Balances, CustomerLink, EmailSearch } from "./customer";

export function CustomersView() {
  const t = useTranslations("customers");
  const { query, steps, filters, change } = useList({
    key: ["customers", "list"],
    path: "/api/portal/customers",
    parsers: { q: parseAsString },
    queryOf: (chosen) => chosen,
  });
  const { q } = filters;
  const search = (next: string | null) => change({ q: next });
  const untouched = query.data?.total === 0 && !q;

  return (
    <>
      <PageHeader
        title={t("list.title")}
        {...(!query.data?.customers.length && {
          purpose: t("list.purpose"),
        })}
      />
      {!untouched && (
        <div className="flex flex-wrap items-start gap-3">
          <EmailSearch key={q} label={t("list.search")} value={q} onSearch={search} />
          {q && (
            <Button className="max-w-full" onClick={() => search(null)}>
              <span className="truncate">{t("list.startsWith", { q })}</span>
              <X aria-label={t("list.removeFilter")} />
            </Button>
          )}
        </div>
      )}
      <section aria-label={t("list.title")} className="min-w-0">
        <List
          query={query}
          caption={t(q ? "list.captionSearch" : "list.caption")}
          columns={customerColumns(t)}
          rows={(found) => found.customers}
          rowId={(customer) => customer.id}
          steps={steps}
          total={(found) => found.total}
          empty={
            untouched ? (
              <NoCustomers />
            ) : (
              <EmptyState
                icon={<SearchX aria-hidden />}
                title={t("list.noMatch.title")}
                text={t("list.noMatch.text", { q: q ?? "" })}
              >
                <Button onClick={() => search(null)}>{t("list.noMatch.action")}</Button>
              </EmptyState>
            )
          }
        />
      </section>
    </>
  );
}

function NoCustomers() {
  const t = useTranslations("customers");
  return (
    <EmptyState
      icon={<Users aria-hidden />}
      title={t("list.empty.title")}
      text={t("list.empty.text")}
    >
      <Button asChild variant="primary">
        <Link href="/store-credit">{t("list.empty.action")}</Link>
      </Button>
    </EmptyState>
  );
}

const customerColumns = (t: Translate<"customers">): Column<Customer>[] => [
  {
    header: t("list.column.customer"),
    phone: "what",
    cell: ({ id, email }) => <CustomerLink id={id} email={email} />,
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
  timeColumn(t("list.column.since"), ({ since }) => since, { phone: "hidden", from: "xl" }),
];
