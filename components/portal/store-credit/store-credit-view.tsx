"use client";

import { useQuery } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useMayWrite } from "@/components/kit/api/session";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { Money } from "@/components/kit/ui/format";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Skeleton } from "@/components/kit/ui/states";
import { creditTotals, viewParser, views } from "./filters";
import { IssuedList } from "./issued-list";
import { WalletList } from "./wallet-list";

// Forms are heavy, so they load when opened.
const IssueDialog = dynamic(async () => (await import("./issue-dialog")).IssueDialog);

export function StoreCreditView() {
  const t = useTranslations("storeCredit");
  const mayWrite = useMayWrite();
  const [issuing, setIssuing] = useUrlDialog("issue", mayWrite);
  const [view, setView] = useQueryState("view", viewParser.withOptions({ history: "push" }));
  const issueButton = mayWrite && (
    <Button variant="primary" onClick={() => setIssuing(true)}>
      <HandCoins aria-hidden /> {t("page.issue")}
    </Button>
  );
  return (
    <>
      <PageHeader title={t("page.title")} purpose={t("page.purpose")} action={issueButton} />
      <Totals />
      <fieldset aria-label={t("page.view")} className="flex gap-6 border-b">
        {views.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === view}
            onClick={() => void setView(one)}
            className={cx(
              "-mb-px border-b-2 py-2.5",
              one === view
                ? "border-accent-text font-medium text-ink"
                : "border-transparent text-muted hover:text-ink",
            )}
          >
            {t(`${one}.title`)}
          </button>
        ))}
      </fieldset>
      {view === "balances" ? <WalletList /> : <IssuedList />}
      {issuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </>
  );
}

function Totals() {
  const t = useTranslations("storeCredit");
  const totals = useQuery(creditTotals);
  if (totals.isPending) return <Skeleton className="h-16 w-56" />;
  if (totals.data?.totals === null) {
    return <p className="text-muted">{t("page.tooMany")}</p>;
  }
  // The list below shows the error.
  if (!totals.data?.totals.length) return null;
  return (
    <section aria-label={t("page.outstanding")}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {totals.data.totals.map(({ currency, wallets, balanceCents }) => (
          <div key={currency}>
            <dt className="text-sm text-muted">{t("page.outstandingIn", { currency })}</dt>
            <dd className="text-xl font-semibold tracking-tight">
              <Money amountCents={BigInt(balanceCents)} currency={currency} />
            </dd>
            <dd className="text-sm text-muted tabular-nums">
              {t("page.customers", { count: wallets })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
