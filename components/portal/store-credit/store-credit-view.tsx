"use client";

import { useQuery } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import type { ReplyOf } from "@/components/kit/api/api";
import { useMayWrite } from "@/components/kit/api/session";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { openView } from "@/components/kit/list/view";
import { Button } from "@/components/kit/ui/button";
import { Money } from "@/components/kit/ui/format";
import { PageHeader } from "@/components/kit/ui/page-header";
import { TabLinks } from "@/components/kit/ui/tab-links";
import { creditTotals, viewParser, views } from "./filters";
import { IssuedList } from "./issued-list";
import { WalletList } from "./wallet-list";

// Forms are heavy, so they load when opened.
const IssueDialog = dynamic(async () => (await import("./issue-dialog")).IssueDialog);

export function StoreCreditView() {
  const t = useTranslations("storeCredit");
  const mayWrite = useMayWrite();
  const [issuing, setIssuing] = useUrlDialog("issue", mayWrite);
  const [view] = useQueryState("view", viewParser);
  const pathname = usePathname();
  const totals = useQuery(creditTotals).data?.totals;
  // The list shows the error, and what the page is for if nothing was issued yet.
  const outstanding = (totals === null || totals?.length) && <Outstanding totals={totals} />;
  const issueButton = mayWrite && (
    <Button variant="primary" onClick={() => setIssuing(true)}>
      <HandCoins aria-hidden /> {t("page.issue")}
    </Button>
  );
  const tabs = (
    <TabLinks
      label={t("page.view")}
      bare
      onOpen={openView}
      tabs={views.map((one) => ({
        href: one === "balances" ? pathname : `${pathname}?view=${one}`,
        label: t(`${one}.title`),
        active: one === view,
      }))}
    />
  );
  return (
    <>
      <PageHeader
        title={t("page.title")}
        purpose={
          outstanding ? <div className="max-md:hidden">{outstanding}</div> : t("page.purpose")
        }
        action={issueButton}
      />
      {view === "balances" ? <WalletList tabs={tabs} /> : <IssuedList tabs={tabs} />}
      {outstanding && <div className="text-muted md:hidden">{outstanding}</div>}
      {issuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </>
  );
}

type Totals = NonNullable<ReplyOf<"/api/portal/store-credit/totals">["totals"]>;

/** What the store owes in store credit, by currency; null if that is too much to add up. */
function Outstanding({ totals }: { totals: Totals | null }) {
  const t = useTranslations("storeCredit");
  if (totals === null) return t("page.tooMany");
  return (
    <section aria-label={t("page.outstanding")}>
      <ul className="flex flex-wrap gap-x-6">
        {totals.map(({ currency, wallets, balanceCents }) => (
          <li key={currency} className="tabular-nums">
            {t.rich("page.outstandingIn", {
              count: wallets,
              money: () => (
                <b className="font-semibold text-ink">
                  <Money amountCents={BigInt(balanceCents)} currency={currency} />
                </b>
              ),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
