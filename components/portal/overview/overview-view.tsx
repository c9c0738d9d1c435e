"use client";

import { useQuery } from "@tanstack/react-query";
import { ScanBarcode } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMayPair, useMayWrite, useSession } from "@/components/kit/api/session";
import type { Overview } from "@/components/kit/api/types";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Segments } from "@/components/kit/ui/segments";
import { LoadingStatus, NotLoaded, Skeleton } from "@/components/kit/ui/states";
import { ChangeWords } from "@/components/portal/activity/change-words";
import { DeactivatedBalance } from "@/components/portal/activity/deactivated-balance";
import { type Activity, useActivity } from "@/components/portal/activity/use-activity";
import { BooksPanel } from "@/components/portal/reports/books-panel";
import { CardsPanel } from "./cards-panel";
import { overviewParsers, shownActivity, storeOverview } from "./filters";
import { RecentTransactionsPanel } from "./recent-transactions-panel";
import { WebhooksPanel } from "./webhooks-panel";

const AttentionPanel = dynamic(async () => (await import("./attention-panel")).AttentionPanel);
const IssuedRedeemedPanel = dynamic(
  async () => (await import("./issued-redeemed-panel")).IssuedRedeemedPanel,
  { loading: () => <Skeleton className="h-88 w-full" /> },
);
const SetupPanel = dynamic(async () => (await import("./setup-panel")).SetupPanel);

const refreshMs = 60_000;

type Props = {
  /** The setup tracks that were dismissed in this browser. */
  dismissed: string[];
  /** Whether this browser is a till of the store. */
  isTill: boolean;
};

export function OverviewView({ dismissed, isTill }: Props) {
  const t = useTranslations("overview");
  const { merchant } = useSession();
  const [chosen, setChosen] = useQueryStates(overviewParsers);
  const overview = useQuery({
    ...storeOverview,
    refetchInterval: (query) => (query.state.error ? false : refreshMs),
  });
  const shown = shownActivity(overview.data, chosen, merchant);
  const { currency } = shown;
  const activity = useActivity(shown, overview.isSuccess);
  const mayUseTill = useMayPair() && !isTill;
  const header = <PageHeader title={t("title")} action={mayUseTill && <UseTillLink />} />;

  if (!overview.data) {
    return (
      <>
        {header}
        <NotLoaded query={overview} loading={<OverviewSkeleton />} />
      </>
    );
  }

  const { currencies, cards, expiredCards, setup, books, attention } = overview.data;
  return (
    <>
      {header}
      <AttentionPanel attention={attention} />
      <Setup setup={setup} dismissed={dismissed} />
      <OutstandingBalance
        currencies={currencies}
        activity={activity.isPlaceholderData ? undefined : activity.data}
        currency={currency}
        onCurrency={(next) => setChosen({ currency: next })}
      />
      <IssuedRedeemedPanel
        activity={activity}
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
      <RecentTransactionsPanel />
    </>
  );
}

function UseTillLink() {
  const t = useTranslations("overview");
  return (
    <Button asChild>
      <Link href="/settings/devices?open=till" prefetch={false}>
        <ScanBarcode aria-hidden /> {t("useAsTill")}
      </Link>
    </Button>
  );
}

type SetupProps = Pick<Props, "dismissed"> & { setup: Overview["setup"] };

function Setup({ setup, dismissed }: SetupProps) {
  const mayWrite = useMayWrite();
  return setup && mayWrite && <SetupPanel setup={setup} dismissed={dismissed} />;
}

type OutstandingProps = {
  currencies: Overview["currencies"];
  activity: Activity | undefined;
  currency: string;
  onCurrency: (currency: string) => void;
};

function OutstandingBalance({ currencies, activity, currency, onCurrency }: OutstandingProps) {
  const t = useTranslations("overview");
  const shown = currencies.find((one) => one.currency === currency);
  const outstanding = BigInt(shown?.outstandingCents ?? 0);
  return (
    <section
      aria-label={t("outstanding.label")}
      className="flex flex-wrap items-end justify-between gap-4"
    >
      <div className="min-w-0">
        <p className="text-sm text-muted">{t("outstanding.heading")}</p>
        <p className="text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums">
          {formatMoney(outstanding, currency)}
        </p>
        {activity?.before && (
          <p className="text-sm">
            <ChangeWords
              now={outstanding}
              before={BigInt(activity.openingCents)}
              currency={currency}
            />
          </p>
        )}
        {shown && <DeactivatedBalance cents={shown.deactivatedCents} currency={currency} />}
        {shown && shown.escrow.gifts > 0 && (
          <p className="text-sm text-muted">
            {t.rich("outstanding.escrow", {
              amount: formatMoney(BigInt(shown.escrow.amountCents), currency),
              gifts: shown.escrow.gifts,
              link: (text) => (
                <Link
                  href="/reports?tab=gifts"
                  prefetch={false}
                  className="underline underline-offset-4"
                >
                  {text}
                </Link>
              ),
            })}
          </p>
        )}
      </div>
      {currencies.length > 1 && (
        <Segments
          label={t("currency")}
          value={currency}
          onValueChange={onCurrency}
          options={currencies.map((one) => ({ value: one.currency, label: one.currency }))}
        />
      )}
    </section>
  );
}

const OverviewSkeleton = () => (
  <LoadingStatus className="grid gap-6">
    <div className="grid gap-2">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-9 w-56" />
    </div>
    <div className="h-88 rounded-md border bg-surface p-4">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-6 h-65 w-full" />
    </div>
    <div className="grid gap-6 lg:grid-cols-3">
      {["cards", "webhooks", "books"].map((panel) => (
        <div key={panel} className="h-40 rounded-md border bg-surface p-4">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-4 h-4 w-48" />
          <Skeleton className="mt-2 h-4 w-40" />
        </div>
      ))}
    </div>
  </LoadingStatus>
);
