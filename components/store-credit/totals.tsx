"use client";

import { useQuery } from "@tanstack/react-query";
import { number } from "@/components/numbers";
import { read } from "@/components/queries";
import { Money } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";

/** Outstanding store credit, one total per currency. */
export function Totals() {
  const totals = useQuery(read(["store-credit", "totals"], "/api/portal/store-credit/totals"));
  if (totals.isPending) return <Skeleton className="h-16 w-56" />;
  if (totals.data?.totals === null) {
    return (
      <p className="text-muted">
        So many customers hold store credit that it is not added up here.
      </p>
    );
  }
  // The list below shows the error.
  if (!totals.data?.totals.length) return null;
  return (
    <section aria-label="Outstanding">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {totals.data.totals.map(({ currency, wallets, balanceCents }) => (
          <div key={currency}>
            <dt className="text-sm text-muted">Outstanding in {currency}</dt>
            <dd className="text-xl font-semibold tracking-tight">
              <Money amountCents={balanceCents} currency={currency} />
            </dd>
            <dd className="text-sm text-muted tabular-nums">
              {number(wallets)} {wallets === 1 ? "customer" : "customers"}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
