import { HandCoins, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { pathWithQuery } from "@/components/kit/api/api";
import { List, useList } from "@/components/kit/list/list";
import { ListBar } from "@/components/kit/list/list-bar";
import { selectFilter } from "@/components/kit/list/select-filter";
import type { Translate } from "@/components/kit/locale/translate";
import { useCurrenciesInUse } from "@/components/kit/money/use-currencies";
import { ExportLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { EmptyState } from "@/components/kit/ui/states";
import { type Column, timeColumn } from "@/components/kit/ui/table";
import { ListedBalance, StateChip } from "@/components/portal/cards/card-parts";
import { CustomerLink, CustomerSearch } from "@/components/portal/customers/customer";
import { noFilters, walletList } from "./filters";
import type { Wallet } from "./words";

/** The store credit that customers hold. `tabs` lead to the page's other list. */
export function WalletList({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations("storeCredit");
  const { query, steps, filters, change, narrowed, url, isNarrowed } = useList(walletList);
  const { q, currency } = filters;
  const currencies = useCurrenciesInUse();
  const isFirst = query.data?.wallets.length === 0 && !isNarrowed;
  return (
    <section aria-label={t("balances.title")} className="min-w-0">
      <ListBar
        url={url}
        tabs={tabs}
        onChange={change}
        {...(!isFirst && {
          search: {
            box: (
              <CustomerSearch
                label={t("balances.search")}
                value={q}
                onSearch={(next) => change({ q: next })}
              />
            ),
            isActive: q !== null,
          },
          filters: [
            selectFilter({
              name: "currency",
              label: t("balances.currency"),
              any: t("balances.anyCurrency"),
              value: currency,
              words: currency,
              options: currencies,
              onChange: change,
            }),
          ],
          exports: (
            <ExportLink
              href={pathWithQuery("/api/portal/store-credit/export", narrowed)}
              label={t("balances.export")}
            />
          ),
        })}
      />
      <List
        query={query}
        caption={t("balances.caption")}
        columns={walletColumns(t)}
        rows={(found) => found.wallets}
        rowId={(wallet) => wallet.id}
        steps={steps}
        empty={
          isFirst ? (
            <EmptyState
              icon={<HandCoins aria-hidden />}
              title={t("balances.empty.title")}
              text={t("balances.empty.text")}
            />
          ) : (
            <EmptyState
              icon={<SearchX aria-hidden />}
              title={t("balances.noMatch.title")}
              text={t("balances.noMatch.text")}
            >
              <Button onClick={() => change(noFilters)}>{t("balances.clearFilters")}</Button>
            </EmptyState>
          )
        }
      />
    </section>
  );
}

const walletColumns = (t: Translate<"storeCredit">): Column<Wallet>[] => [
  {
    header: t("balances.column.customer"),
    phone: "what",
    cell: ({ customerId, ...wallet }) => <CustomerLink {...wallet} id={customerId} />,
  },
  {
    header: t("balances.column.card"),
    phone: "hidden",
    from: "lg",
    cell: ({ cardUuid }) => (
      <Link
        href={`/cards/${cardUuid}`}
        prefetch={false}
        className="relative z-1 text-muted underline-offset-4 hover:underline"
      >
        {t("balances.openCard")}
      </Link>
    ),
  },
  {
    header: t("balances.column.status"),
    phone: "state",
    cell: ({ cardStatus, cardExpiresOn, cardFrozen }) => (
      <StateChip status={cardStatus} expiresOn={cardExpiresOn} frozen={cardFrozen} />
    ),
  },
  timeColumn(t("balances.column.lastActivity"), ({ lastMovementAt }) => lastMovementAt, {
    from: "lg",
  }),
  {
    header: t("balances.column.balance"),
    phone: "amount",
    align: "right",
    cell: ({ cardStatus, ...wallet }) => <ListedBalance {...wallet} status={cardStatus} />,
  },
];
