import { HandCoins, SearchX } from "lucide-react";
import Link from "next/link";
import { parseAsString } from "nuqs";
import { ListedBalance, StateChip } from "@/components/cards/card-parts";
import { currencyOptions } from "@/components/currencies";
import { CustomerLink, EmailSearch } from "@/components/customers/customer";
import { isFiltered, List, noneOf, useList } from "@/components/list";
import { Button } from "@/components/ui/button";
import { FilterSelect } from "@/components/ui/filters";
import { EmptyState } from "@/components/ui/states";
import { type Column, timeColumn } from "@/components/ui/table";
import type { Wallet } from "./words";

const filterParsers = { q: parseAsString, currency: parseAsString };

export function WalletList() {
  const { query, steps, filters, change, page } = useList({
    key: ["store-credit", "list"],
    path: "/api/portal/store-credit",
    parsers: filterParsers,
    queryOf: (chosen) => chosen,
  });
  const filtered = isFiltered(filters);

  if (query.data?.wallets.length === 0 && !filtered && page === 1) {
    return (
      <EmptyState
        icon={<HandCoins aria-hidden />}
        title="No store credit yet"
        text="Issue some to a customer's e-mail address: they can spend it at once, and it is listed here."
      />
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <EmailSearch
          key={filters.q}
          label="Search store credit by e-mail address"
          value={filters.q}
          onSearch={(q) => change({ q })}
        />
        <FilterSelect
          label="Currency"
          any="Any currency"
          className="md:w-44"
          value={filters.currency}
          onChange={(currency) => change({ currency })}
          options={currencyOptions()}
        />
        {filtered && (
          <Button variant="ghost" onClick={() => change(noneOf(filterParsers))}>
            Clear filters
          </Button>
        )}
      </div>
      <section aria-label="Balances" className="min-w-0">
        <List
          query={query}
          caption="Store credit by customer and currency"
          columns={walletColumns}
          rows={(found) => found.wallets}
          rowId={(wallet) => wallet.id}
          steps={steps}
          empty={
            <EmptyState
              icon={<SearchX aria-hidden />}
              title="No store credit matches"
              text="Nobody holds store credit within these filters."
            />
          }
        />
      </section>
    </>
  );
}

const walletColumns: Column<Wallet>[] = [
  {
    header: "Customer",
    phone: "what",
    cell: ({ customerId, email }) => <CustomerLink id={customerId} email={email} />,
  },
  {
    header: "Card",
    phone: "hidden",
    from: "lg",
    cell: ({ cardUuid }) => (
      <Link
        href={`/cards/${cardUuid}`}
        prefetch={false}
        className="relative z-1 text-muted underline-offset-4 hover:underline"
      >
        Card and history
      </Link>
    ),
  },
  {
    header: "Status",
    phone: "state",
    cell: ({ cardStatus, cardExpiresOn, cardFrozen }) => (
      <StateChip status={cardStatus} expiresOn={cardExpiresOn} frozen={cardFrozen} />
    ),
  },
  timeColumn("Last movement", ({ lastMovementAt }) => lastMovementAt, { from: "lg" }),
  {
    header: "Balance",
    phone: "amount",
    align: "right",
    cell: ({ cardStatus, ...wallet }) => <ListedBalance {...wallet} status={cardStatus} />,
  },
];
