"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { read } from "@/components/queries";
import { BooksPanel } from "@/components/reports/books-panel";
import { useMayWrite, useSession } from "@/components/session";
import { PageHeader } from "@/components/ui/page-header";
import { ErrorState } from "@/components/ui/states";
import { ActivityPanel } from "./activity-panel";
import { CardsPanel } from "./cards-panel";
import { dismissSetup } from "./dismissed";
import { Outstanding } from "./outstanding";
import { OverviewSkeleton } from "./overview-skeleton";
import { RecentPanel } from "./recent-panel";
import { type Overview, periods, views } from "./types";
import { WebhooksPanel } from "./webhooks-panel";

const SetupPanel = dynamic(async () => (await import("./setup-panel")).SetupPanel);

const refreshMs = 60_000;

type Props = {
  /** Id of the store whose setup steps were dismissed in this browser. */
  dismissedFor: string | null;
};

/** The overview page: outstanding balance, activity, and whether the books balance. */
export function OverviewView({ dismissedFor }: Props) {
  const { merchant } = useSession();
  const [chosen, setChosen] = useQueryStates({
    currency: parseAsString,
    period: parseAsStringLiteral(periods).withDefault("30d"),
    view: parseAsStringLiteral(views).withDefault("chart"),
  });
  const overview = useQuery({
    ...read(["overview"], "/api/portal/overview"),
    refetchInterval: (query) => (query.state.error ? false : refreshMs),
  });

  if (overview.isError && !overview.data) {
    return (
      <>
        <PageHeader title="Overview" />
        <ErrorState query={overview} what="The overview" />
      </>
    );
  }
  if (!overview.data) return <OverviewSkeleton />;

  const { currencies, cards, expiredCards, setup, books } = overview.data;
  const known = currencies.map(({ currency }) => currency);
  const currency =
    known.find((one) => one === chosen.currency) ??
    known.find((one) => one === merchant.currency) ??
    known[0] ??
    merchant.currency;
  return (
    <>
      <PageHeader title="Overview" />
      <Setup setup={setup} dismissedFor={dismissedFor} />
      <Outstanding
        currencies={currencies}
        currency={currency}
        onCurrency={(next) => setChosen({ currency: next })}
      />
      <ActivityPanel
        currency={currency}
        period={chosen.period}
        view={chosen.view}
        onChange={setChosen}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-3">
        <CardsPanel cards={cards} expiredCards={expiredCards} />
        <WebhooksPanel />
        <BooksPanel books={books} />
      </div>
      <RecentPanel />
    </>
  );
}

function Setup({ setup, dismissedFor }: { setup: Overview["setup"] } & Props) {
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const [dismissed, setDismissed] = useState(dismissedFor === merchant.id);
  if (setup.redeemed || dismissed || !mayWrite) return null;
  return (
    <SetupPanel
      done={setup}
      onDismiss={() => {
        dismissSetup(merchant.id);
        setDismissed(true);
      }}
    />
  );
}
