"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { HandCoins, SearchX } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { CurrencySelect } from "@/components/currency-select";
import { EmailSearch } from "@/components/email-search";
import { firstPlace, List, placeParsers, rowsPerPage, useCursorSteps } from "@/components/list";
import { read } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import { walletColumns } from "./wallet-columns";

/** Customers with store credit, one row per customer and currency. */
export function WalletList() {
  const [{ page, cursor, ...filters }, setState] = useQueryStates(
    { q: parseAsString, currency: parseAsString, ...placeParsers },
    { history: "push" },
  );
  const query = { ...filters, limit: rowsPerPage, cursor };
  const wallets = useQuery({
    ...read(["store-credit", "list", query], "/api/portal/store-credit", query),
    placeholderData: keepPreviousData,
  });
  const steps = useCursorSteps({ page, cursor }, wallets, setState);
  const filter = (change: Partial<typeof filters>) => void setState({ ...change, ...firstPlace });
  const filtered = filters.q !== null || filters.currency !== null;

  if (wallets.data?.wallets.length === 0 && !filtered && !cursor) {
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
          onSearch={(q) => filter({ q })}
        />
        <CurrencySelect
          aria-label="Currency"
          className="md:w-44"
          any="Any currency"
          value={filters.currency ?? "any"}
          onValueChange={(value) => filter({ currency: value === "any" ? null : value })}
        />
        {filtered && (
          <Button variant="ghost" onClick={() => filter({ q: null, currency: null })}>
            Clear filters
          </Button>
        )}
      </div>
      <section aria-label="Balances" className="min-w-0">
        <List
          query={wallets}
          what="The store credit"
          loading="Loading the store credit"
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
