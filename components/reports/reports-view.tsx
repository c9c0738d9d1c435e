"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { get } from "@/components/api";
import type { Overview } from "@/components/overview/types";
import { useSession } from "@/components/session";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Segments } from "@/components/ui/segments";
import { TableSkeleton } from "@/components/ui/skeleton";
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

const inAllCurrencies: Tab[] = ["gifts", "settlement", "journal"];

/** What the books say, a tab for each question; all of it in the address. */
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
  const overview = useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => get<Overview>("/api/portal/overview", undefined, signal),
  });
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
        <ErrorState
          error={overview.error}
          what="The reports"
          onRetry={() => void overview.refetch()}
        />
      ) : !overview.data ? (
        <TableSkeleton label="Loading reports" />
      ) : tab === "liability" ? (
        <LiabilityTab currency={currency} books={overview.data.books} />
      ) : tab === "ageing" ? (
        <AgeingTab currency={currency} />
      ) : tab === "breakage" ? (
        <BreakageTab key={currency} currency={currency} />
      ) : tab === "gifts" ? (
        <GiftsTab />
      ) : tab === "settlement" ? (
        <SettlementTab />
      ) : (
        <JournalTab currencies={known} />
      )}
    </>
  );
}

const Tabs = ({ current, currency }: { current: Tab; currency: string | null }) => (
  <TabLinks
    label="Reports"
    tabs={tabs.map((tab) => ({
      href: `/reports?tab=${tab}${currency ? `&currency=${encodeURIComponent(currency)}` : ""}`,
      label: tabWords[tab].label,
      active: tab === current,
    }))}
  />
);
