import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import { cardStateNames } from "@/components/kit/cards/words";
import { isFiltered } from "@/components/kit/list/list";
import type { Translate } from "@/components/kit/locale/translate";
import { useCurrenciesInUse } from "@/components/kit/money/use-currencies";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { FilterPill } from "@/components/kit/ui/filter-pill";
import { FilterChips } from "@/components/kit/ui/filters";
import { Select } from "@/components/kit/ui/select";
import {
  balanceInWords,
  cardCounts,
  daysInWords,
  type Filters,
  type ListingOptions,
  noFilters,
} from "./filters";

type Props = { listing: ListingOptions; onChange: (change: Partial<ListingOptions>) => void };

// The panels are loaded when a pill is opened.
const loadPanels = () => import("./filter-panels");
const BalancePanel = dynamic(async () => (await loadPanels()).BalancePanel);
const TypePanel = dynamic(async () => (await loadPanels()).TypePanel);
const DaysPanel = dynamic(async () => (await loadPanels()).DaysPanel);
const CustomerPanel = dynamic(async () => (await loadPanels()).CustomerPanel);
const BatchPanel = dynamic(async () => (await loadPanels()).BatchPanel);

const states = [null, ...cardStateNames];

export function CardFilters({ listing, onChange }: Props) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const { merchant } = useSession();
  const counts = useQuery(cardCounts(listing, merchant));
  const currencies = useCurrenciesInUse();
  const batchName = useBatchName(listing.batchId);
  const { sort: _sort, status, ...others } = listing;
  const inForce = Object.values(others).filter((value) => value !== null).length;
  const [open, setOpen] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FilterChips
        label={t("filters.status")}
        value={status}
        onValueChange={(next) => onChange({ status: next })}
        options={states.map((state) => ({
          value: state,
          label: state ? tc(`card.status.${state}`) : t("filters.all"),
          count: counts.data?.[state ?? "all"] ?? undefined,
        }))}
      />
      <Button className="md:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SlidersHorizontal aria-hidden /> {t("filters.title", { count: inForce })}
      </Button>
      <div className={cx("flex flex-wrap gap-2", !open && "max-md:hidden")}>
        {[
          ...attributePills(t, tc, listing, { ...merchant, currencies }),
          ...namePills(t, listing, batchName),
        ].map(({ label, value, none, panel }) => (
          <FilterPill key={label} label={label} value={value} onClear={() => onChange(none)}>
            {(close) =>
              panel((change) => {
                onChange(change);
                close();
              })
            }
          </FilterPill>
        ))}
        {isFiltered({ status, ...others }) && (
          <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
            {t("filters.clear")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The name of the batch to filter by; its id until the name has loaded. */
function useBatchName(id: string | null): string | null {
  const batch = useQuery({
    ...readOptions(["batches", "one", id], url("/api/v1/batches/{id}", { id: id ?? "" })),
    enabled: id !== null,
  });
  return batch.data?.name ?? id;
}

type Options = ReturnType<typeof useCurrenciesInUse>;

type Pill = {
  label: string;
  /** The selected value as text; null if the filter is off. */
  value: string | null;
  /** The change that turns the filter off. */
  none: Partial<Filters>;
  /** Renders the filter's panel, which calls `apply` with the new value. */
  panel: (apply: (change: Partial<Filters>) => void) => ReactNode;
};

function attributePills(
  t: Translate<"cards">,
  tc: Translate<"common">,
  listing: ListingOptions,
  store: { currency: string; timeZone: string; currencies: Options },
): Pill[] {
  const { cardType, currency, createdFrom, createdTo, expiresFrom, expiresTo } = listing;
  const filterCurrency = currency ?? store.currency;
  return [
    {
      label: t("filters.type"),
      value: cardType && tc(`cardType.${cardType}`),
      none: { cardType: null },
      panel: (apply) => (
        <TypePanel value={cardType} onChoose={(chosen) => apply({ cardType: chosen })} />
      ),
    },
    {
      label: t("filters.currency"),
      value: currency,
      none: { currency: null },
      panel: (apply) => (
        <Select
          options={store.currencies}
          aria-label={t("filters.currency")}
          value={filterCurrency}
          onValueChange={(chosen) => apply({ currency: chosen })}
        />
      ),
    },
    {
      label: t("filters.balance"),
      value: balanceInWords(t, listing, filterCurrency),
      none: { balance: null, min: null, max: null },
      panel: (apply) => (
        <BalancePanel
          filters={listing}
          currency={filterCurrency}
          currencies={store.currencies}
          onApply={apply}
        />
      ),
    },
    {
      label: t("filters.created"),
      value: daysInWords(t, createdFrom, createdTo),
      none: { createdFrom: null, createdTo: null },
      panel: (apply) => (
        <DaysPanel
          from={createdFrom}
          to={createdTo}
          help={t("filters.createdHelp", { timeZone: store.timeZone })}
          onApply={(from, to) => apply({ createdFrom: from, createdTo: to })}
        />
      ),
    },
    {
      label: t("filters.expires"),
      value: daysInWords(t, expiresFrom, expiresTo),
      none: { expiresFrom: null, expiresTo: null },
      panel: (apply) => (
        <DaysPanel
          from={expiresFrom}
          to={expiresTo}
          help={t("filters.expiresHelp")}
          onApply={(from, to) => apply({ expiresFrom: from, expiresTo: to })}
        />
      ),
    },
  ];
}

function namePills(
  t: Translate<"cards">,
  { ownerEmail, last4, batchId }: ListingOptions,
  batchName: string | null,
): Pill[] {
  const endsIn: Pill = {
    label: t("filters.endsIn"),
    value: last4,
    none: { last4: null },
    panel: () => (
      <p className="text-muted">
        {t.rich("filters.endsInHelp", {
          last4: last4 ?? "",
          code: (text) => <span className="font-mono text-ink">{text}</span>,
        })}
      </p>
    ),
  };
  return [
    {
      label: t("filters.customer"),
      value: ownerEmail,
      none: { ownerEmail: null },
      panel: (apply) => (
        <CustomerPanel value={ownerEmail} onChoose={(email) => apply({ ownerEmail: email })} />
      ),
    },
    {
      label: t("filters.batch"),
      value: batchName,
      none: { batchId: null },
      panel: (apply) => <BatchPanel value={batchId} onChoose={(id) => apply({ batchId: id })} />,
    },
    ...(last4 ? [endsIn] : []),
  ];
}
