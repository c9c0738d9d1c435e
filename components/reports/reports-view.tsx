"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import type { Overview } from "@/components/overview/types";
import { usePlatform } from "@/components/platform/platform";
import { read } from "@/components/queries";
import { useSession } from "@/components/session";
import { PageHeader } from "@/components/ui/page-header";
import { Segments } from "@/components/ui/segments";
import { ErrorState, TableSkeleton } from "@/components/ui/states";
import { TabLinks } from "@/components/ui/tab-links";
import { LiabilityTab } from "./liability-tab";
import { type Tab, tabs, tabWords } from "./types";

const loading = () => <TableSkeleton label="Loading the report" />;
const AgeingTab = dynamic(async () => (await import("./ageing-tab")).AgeingTab, { loading });
const BreakageTab = dynamic(async () => (await import("./breakage-tab")).BreakageTab, { loading });
const GiftsTab = dynamic(async () => (await import("./gifts-tab")).GiftsTab, { loading });
const SettlementTab = dynamic(async () => (await import("./settlement-tab")).SettlementTab, {
  loading,
});
const JournalTab = dynamic(async () => (await import("./journal-tab")).JournalTab, { loading });
const loadReconciliation = async () =>
  (await import("@/components/platform/reconciliation-tab")).ReconciliationTab;
const ReconciliationTab = dynamic(loadReconciliation, { loading });

type Shown = { currency: string; known: string[]; books: Overview["books"] };

const reports: Record<Tab, (shown: Shown) => ReactNode> = {
  liability: ({ currency, books }) => <LiabilityTab currency={currency} books={books} />,
  ageing: ({ currency }) => <AgeingTab currency={currency} />,
  breakage: ({ currency }) => <BreakageTab key={currency} currency={currency} />,
  gifts: () => <GiftsTab />,
  settlement: () => <SettlementTab />,
  journal: ({ known }) => <JournalTab currencies={known} />,
  reconciliation: () => <ReconciliationTab />,
};

const inAllCurrencies: Tab[] = ["gifts", "settlement", "journal", "reconciliation"];

/** The reports page. The URL holds the tab and its filters. */
export function ReportsView() {
  const { merchant } = useSession();
  const [{ tab, currency: wanted }, setState] = useQueryStates(
    {
      tab: parseAsStringLiteral(tabs).withDefault("liability"),
      currency: parseAsString,
      page: parseAsString,
      cursor: parseAsString,
    },
    { history: "push" },
  );
  const overview = useQuery(read(["overview"], "/api/portal/overview"));
  const known = overview.data?.currencies.map(({ currency }) => currency) ?? [];
  const currency =
    known.find((one) => one === wanted) ??
    known.find((one) => one === merchant.currency) ??
    known[0] ??
    merchant.currency;

  return (
    <>
      <PageHeader title="Reports" purpose={tabWords[tab].purpose} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <Tabs current={tab} currency={wanted} />
        {known.length > 1 && !inAllCurrencies.includes(tab) && (
          <Segments
            label="Currency"
            value={currency}
            onValueChange={(next) => setState({ currency: next, page: null, cursor: null })}
            options={known.map((value) => ({ value, label: value }))}
          />
        )}
      </div>
      {overview.isError && !overview.data ? (
        <ErrorState query={overview} what="The reports" />
      ) : !overview.data ? (
        <TableSkeleton label="Loading reports" />
      ) : (
        reports[tab]({ currency, known, books: overview.data.books })
      )}
    </>
  );
}

/** Report tabs. Reconciliation is hidden if no online shop is connected. */
function Tabs({ current, currency }: { current: Tab; currency: string | null }) {
  const hasShop = Boolean(usePlatform().data);
  const shown = tabs.filter((tab) => tab !== "reconciliation" || hasShop || tab === current);
  return (
    <TabLinks
      label="Reports"
      tabs={shown.map((tab) => ({
        href: `/reports?tab=${tab}${currency ? `&currency=${encodeURIComponent(currency)}` : ""}`,
        label: tabWords[tab].label,
        active: tab === current,
      }))}
    />
  );
}
