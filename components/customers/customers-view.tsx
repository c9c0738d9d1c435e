"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SearchX, Users, X } from "lucide-react";
import Link from "next/link";
import { parseAsString, useQueryStates } from "nuqs";
import { EmailSearch } from "@/components/email-search";
import { firstPlace, List, placeParsers, rowsPerPage, useCursorSteps } from "@/components/list";
import { number } from "@/components/numbers";
import { read } from "@/components/queries";
import type { Customer } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState } from "@/components/ui/states";
import type { Column } from "@/components/ui/table";
import { Balances } from "./customer";

/** The store's customers, newest first, with a search by email. */
export function CustomersView() {
  const [{ page, cursor, q }, setState] = useQueryStates(
    { q: parseAsString, ...placeParsers },
    { history: "push" },
  );
  const query = { q, limit: rowsPerPage, cursor };
  const customers = useQuery({
    ...read(["customers", "list", query], "/api/portal/customers", query),
    placeholderData: keepPreviousData,
  });
  const steps = useCursorSteps({ page, cursor }, customers, setState);
  const search = (next: string | null) => void setState({ q: next, ...firstPlace });
  const untouched = customers.data?.total === 0 && !q;

  return (
    <>
      <PageHeader
        title="Customers"
        {...(!customers.data?.customers.length && {
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
          query={customers}
          what="The customers"
          loading="Loading customers"
          caption={q ? "Customers, by address" : "Customers, newest first"}
          columns={customerColumns}
          rows={(found) => found.customers}
          rowId={(customer) => customer.id}
          steps={steps}
          total={(found) => found.total}
          empty={
            untouched ? (
              <EmptyState
                icon={<Users aria-hidden />}
                title="No customers yet"
                text="Whoever is given a card or store credit is listed here. Assign a card to an e-mail address, or issue store credit."
              >
                <Button asChild variant="primary">
                  <Link href="/store-credit">Go to store credit</Link>
                </Button>
              </EmptyState>
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

const customerColumns: Column<Customer>[] = [
  {
    header: "Customer",
    phone: "what",
    cell: ({ id, email }) => (
      <Link
        href={`/customers/${id}`}
        prefetch={false}
        title={email}
        className="block max-w-44 truncate xl:max-w-72 font-medium underline-offset-4 after:absolute after:inset-0 hover:underline max-md:max-w-[55vw]"
      >
        {email}
      </Link>
    ),
  },
  {
    header: "Gift cards",
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ cards, hasMoreCards }) => (
      <span className="text-muted">
        {number(cards)}
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
  {
    header: "Last activity",
    phone: "when",
    from: "lg",
    muted: true,
    cell: ({ lastActivityAt }) => lastActivityAt && <Time at={lastActivityAt} />,
  },
  {
    header: "Customer since",
    phone: "hidden",
    from: "xl",
    muted: true,
    cell: ({ since }) => <Time at={since} />,
  },
];
