"use client";

import { SearchX, Users, X } from "lucide-react";
import Link from "next/link";
import { parseAsString } from "nuqs";
import { List, useList } from "@/components/list";
import { formatNumber } from "@/components/numbers";
import type { Customer } from "@/components/types";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState } from "@/components/ui/states";
import { type Column, timeColumn } from "@/components/ui/table";
import { Balances, CustomerLink, EmailSearch } from "./customer";

export function CustomersView() {
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
        title="Customers"
        {...(!query.data?.customers.length && {
          purpose: "The people who own gift cards or store credit of this store.",
        })}
      />
      {!untouched && (
        <div className="flex flex-wrap items-start gap-3">
          <EmailSearch
            key={q}
            label="Search customers by e-mail address"
            value={q}
            onSearch={search}
          />
          {q && (
            <Button className="max-w-full" onClick={() => search(null)}>
              <span className="truncate">Begins with {q}</span>
              <X aria-label="Remove this filter" />
            </Button>
          )}
        </div>
      )}
      <section aria-label="Customers" className="min-w-0">
        <List
          query={query}
          caption={q ? "Customers, by address" : "Customers, newest first"}
          columns={customerColumns}
          rows={(found) => found.customers}
          rowId={(customer) => customer.id}
          steps={steps}
          total={(found) => found.total}
          empty={
            untouched ? (
              nobody
            ) : (
              <EmptyState
                icon={<SearchX aria-hidden />}
                title="No customer matches"
                text={`No customer of this store has an address that begins with “${q}”.`}
              >
                <Button onClick={() => search(null)}>Show all customers</Button>
              </EmptyState>
            )
          }
        />
      </section>
    </>
  );
}

const nobody = (
  <EmptyState
    icon={<Users aria-hidden />}
    title="No customers yet"
    text="Whoever is given a card or store credit is listed here. Assign a card to an e-mail address, or issue store credit."
  >
    <Button asChild variant="primary">
      <Link href="/store-credit">Go to store credit</Link>
    </Button>
  </EmptyState>
);

const customerColumns: Column<Customer>[] = [
  {
    header: "Customer",
    phone: "what",
    cell: ({ id, email }) => <CustomerLink id={id} email={email} />,
  },
  {
    header: "Gift cards",
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
    header: "On gift cards",
    phone: "amount",
    align: "right",
    cell: ({ balances }) => (
      <span className="font-medium">
        <Balances of={balances} none="–" />
      </span>
    ),
  },
  {
    header: "Store credit",
    phone: "state",
    align: "right",
    cell: ({ storeCredit }) =>
      storeCredit.length > 0 ? (
        <span className="max-md:text-sm max-md:text-muted">
          <span className="md:hidden">credit </span>
          <Balances of={storeCredit} none="" />
        </span>
      ) : (
        <span className="text-subtle max-md:hidden">–</span>
      ),
  },
  timeColumn("Last activity", ({ lastActivityAt }) => lastActivityAt, { from: "lg" }),
  timeColumn("Customer since", ({ since }) => since, { phone: "hidden", from: "xl" }),
];
