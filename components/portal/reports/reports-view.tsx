"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { ReactNode } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import type { Overview } from "@/components/kit/api/types";
import { keysOf } from "@/components/kit/api/types";
import { currencyAmong } from "@/components/kit/money/money";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Segments } from "@/components/kit/ui/segments";
import { Loaded, TableSkeleton } from "@/components/kit/ui/states";
import { TabLinks } from "@/components/kit/ui/tab-links";
import { usePlatform } from "@/components/portal/platform/platform";

const loading = () => <TableSkeleton />;
const ActivityTab = dynamic(async () => (await import("./activity-tab")).ActivityTab, { loading });
const LiabilityTab = dynamic(async () => (await import("./liability-tab")).LiabilityTab, {
  loading,
});
const AgeingTab = dynamic(async () => (await import("./ageing-tab")).AgeingTab, { loading });
const BreakageTab = dynamic(async () => (await import("./breakage-tab")).BreakageTab, { loading });
const GiftsTab = dynamic(async () => (await import("./gifts-tab")).GiftsTab, { loading });
const TillsTab = dynamic(async () => (await import("./tills-tab")).TillsTab, { loading });
const loadSettlement = async () => (await import("./settlement-tab")).SettlementTab;
const SettlementTab = dynamic(loadSettlement, { loading });
const JournalTab = dynamic(async () => (await import("./journal-tab")).JournalTab, { loading });
const ClosingsTab = dynamic(async () => (await import("./closings-tab")).ClosingsTab, { loading });
const loadReconciliation = async () =>
  (await import("@/components/portal/platform/reconciliation-tab")).ReconciliationTab;
const ReconciliationTab = dynamic(loadReconciliation, { loading });

type ReportInput = {
  currency: string;
  currencyCodes: string[];
  books: Overview["books"];
  deactivatedCents: string | null;
};

type Report = {
  /** Whether it shows one currency, chosen above it. */
  ofCurrency?: true;
  show: (shown: ReportInput) => ReactNode;
};

const reports = {
  activity: {
    ofCurrency: true,
    show: ({ currency }) => <ActivityTab currency={currency} />,
  },
  liability: {
    ofCurrency: true,
    show: ({ currency, books, deactivatedCents }) => (
      <LiabilityTab currency={currency} books={books} deactivatedCents={deactivatedCents} />
    ),
  },
  ageing: {
    ofCurrency: true,
    show: ({ currency }) => <AgeingTab currency={currency} />,
  },
  breakage: {
    ofCurrency: true,
    show: ({ currency }) => <BreakageTab key={currency} currency={currency} />,
  },
  gifts: {
    show: () => <GiftsTab />,
  },
  tills: {
    show: () => <TillsTab />,
  },
  settlement: {
    show: () => <SettlementTab />,
  },
  journal: {
    show: ({ currencyCodes }) => <JournalTab currencies={currencyCodes} />,
  },
  closings: {
    show: () => <ClosingsTab />,
  },
  reconciliation: {
    show: () => <ReconciliationTab />,
  },
} satisfies Record<string, Report>;

type Tab = keyof typeof reports;
const tabs = keysOf(reports);

export function ReportsView() {
  const t = useTranslations("reports");
  const { merchant } = useSession();
  const [{ tab, currency: chosenCurrency }, setState] = useQueryStates(
    {
      tab: parseAsStringLiteral(tabs).withDefault("activity"),
      currency: parseAsString,
      page: parseAsString,
      cursor: parseAsString,
    },
    { history: "push" },
  );
  const { ofCurrency, show }: Report = reports[tab];
  const overview = useQuery(readOptions(["overview"], "/api/portal/overview"));
  const currencyCodes = overview.data?.currencies.map(({ currency }) => currency) ?? [];
  const currency = currencyAmong(currencyCodes, chosenCurrency, merchant.currency);

  return (
    <>
      <PageHeader title={t("title")} purpose={t(`tabs.${tab}.purpose`)} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <Tabs current={tab} currency={chosenCurrency} />
        {currencyCodes.length > 1 && ofCurrency && (
          <Segments
            label={t("currency")}
            value={currency}
            onValueChange={(next) => setState({ currency: next, page: null, cursor: null })}
            options={currencyCodes.map((value) => ({ value, label: value }))}
          />
        )}
      </div>
      <Loaded query={overview}>
        {({ books, currencies }) => {
          const shown = currencies.find((one) => one.currency === currency);
          return show({
            currency,
            currencyCodes,
            books,
            deactivatedCents: shown?.deactivatedCents ?? null,
          });
        }}
      </Loaded>
    </>
  );
}

/** Report tabs. Reconciliation is hidden if no online shop is connected. */
function Tabs({ current, currency }: { current: Tab; currency: string | null }) {
  const t = useTranslations("reports");
  const hasShop = Boolean(usePlatform().data);
  const shown = tabs.filter((tab) => tab !== "reconciliation" || hasShop || tab === current);
  return (
    <TabLinks
      label={t("title")}
      tabs={shown.map((tab) => ({
        href: `/reports?tab=${tab}${currency ? `&currency=${encodeURIComponent(currency)}` : ""}`,
        label: t(`tabs.${tab}.label`),
        active: tab === current,
      }))}
    />
  );
}
