import { HandCoins, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathWithQuery } from "@/components/kit/api/api";
import { isFiltered, List, useList } from "@/components/kit/list/list";
import type { Translate } from "@/components/kit/locale/translate";
import { useCurrenciesInUse } from "@/components/kit/money/use-currencies";
import { DownloadLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { FilterSelect } from "@/components/kit/ui/filters";
import { EmptyState } from "@/components/kit/ui/states";
import { type Column, timeColumn } from "@/components/kit/ui/table";
import { ListedBalance, StateChip } from "@/components/portal/cards/card-parts";
import { CustomerLink, CustomerSearch } from "@/components/portal/customers/customer";
import { noFilters, walletList } from "./filters";
import type { Wallet } from "./words";

export function WalletList() {
  const t = useTranslations("storeCredit");
  const { query, steps, filters, change, narrowed, page } = useList(walletList);
  const filtered = isFiltered(filters);
  const currencies = useCurrenciesInUse();

  if (query.data?.wallets.length === 0 && !filtered && page === 1) {
    return (
      <EmptyState
        icon={<HandCoins aria-hidden />}
        title={t("balances.empty.title")}
        text={t("balances.empty.text")}
      />
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <CustomerSearch
          key={filters.q}
          label={t("balances.search")}
          value={filters.q}
          onSearch={(q) => change({ q })}
        />
        <FilterSelect
          label={t("balances.currency")}
          any={t("balances.anyCurrency")}
          className="md:w-44"
          value={filters.currency}
          onChange={(currency) => change({ currency })}
          options={currencies}
        />
        {filtered && (
          <Button variant="ghost" onClick={() => change(noFilters)}>
            {t("balances.clearFilters")}
          </Button>
        )}
        <div className="md:ml-auto">
          <DownloadLink href={pathWithQuery("/api/portal/store-credit/export", narrowed)}>
            {t("balances.export")}
          </DownloadLink>
        </div>
      </div>
      <section aria-label={t("balances.title")} className="min-w-0">
        <List
          query={query}
          caption={t("balances.caption")}
          columns={walletColumns(t)}
          rows={(found) => found.wallets}
          rowId={(wallet) => wallet.id}
          steps={steps}
          empty={
            <EmptyState
              icon={<SearchX aria-hidden />}
              title={t("balances.noMatch.title")}
              text={t("balances.noMatch.text")}
            />
          }
        />
      </section>
    </>
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
