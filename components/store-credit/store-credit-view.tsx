"use client";

import { HandCoins } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useOpenable } from "@/components/openable";
import { useMayWrite } from "@/components/session";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { PageHeader } from "@/components/ui/page-header";
import { IssuedList } from "./issued-list";
import { Totals } from "./totals";
import { WalletList } from "./wallet-list";

// Forms are heavy, so they load when opened.
const IssueDialog = dynamic(async () => (await import("./issue-dialog")).IssueDialog);

const purpose = "Money that customers can spend at this store, given for returns or goodwill.";
const tabs = [
  { view: "balances", label: "Balances" },
  { view: "issued", label: "Issued" },
] as const;

/** The store credit page: balances, totals and what was issued. */
export function StoreCreditView() {
  const mayWrite = useMayWrite();
  const [issuing, setIssuing] = useOpenable("issue", mayWrite);
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
