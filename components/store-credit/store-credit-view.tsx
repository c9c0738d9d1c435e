"use client";

import { useQuery } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { formatNumber } from "@/components/numbers";
import { readOptions } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/states";
import { useUrlDialog } from "@/components/use-url-dialog";
import { IssuedList } from "./issued-list";
import { WalletList } from "./wallet-list";

// Forms are heavy, so they load when opened.
const IssueDialog = dynamic(async () => (await import("./issue-dialog")).IssueDialog);

const purpose = "Money that customers can spend at this store, given for returns or goodwill.";
const tabs = [
  { view: "balances", label: "Balances" },
  { view: "issued", label: "Issued" },
] as const;

export function StoreCreditView() {
  const mayWrite = useMayWrite();
  const [issuing, setIssuing] = useUrlDialog("issue", mayWrite);
  const [view, setView] = useQueryState(
    "view",
    parseAsStringLiteral(tabs.map((tab) => tab.view))
      .withDefault("balances")
      .withOptions({ history: "push" }),
  );
  const issueButton = mayWrite && (
    <Button variant="primary" onClick={() => setIssuing(true)}>
      <HandCoins aria-hidden /> Issue store credit
    </Button>
  );
  return (
    <>
      <PageHeader title="Store credit" purpose={purpose} action={issueButton} />
      <Totals />
      <fieldset aria-label="Show" className="flex gap-6 border-b">
        {tabs.map((tab) => (
          <button
            key={tab.view}
            type="button"
            aria-pressed={tab.view === view}
            onClick={() => void setView(tab.view)}
            className={cx(
              "-mb-px border-b-2 py-2.5",
              tab.view === view
                ? "border-accent-text font-medium text-ink"
                : "border-transparent text-muted hover:text-ink",
            )}
          >
            {tab.label}
          </button>
        ))}
      </fieldset>
      {view === "balances" ? <WalletList /> : <IssuedList />}
      {issuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </>
  );
}

function Totals() {
  const totals = useQuery(
    readOptions(["store-credit", "totals"], "/api/portal/store-credit/totals"),
  );
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
              <Money amountCents={BigInt(balanceCents)} currency={currency} />
            </dd>
            <dd className="text-sm text-muted tabular-nums">
              {formatNumber(wallets)} {wallets === 1 ? "customer" : "customers"}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
