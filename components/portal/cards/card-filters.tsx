import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import { cardTypes } from "@/components/kit/cards/words";
import { comingRanges, daysFilter, pastRanges } from "@/components/kit/list/days-filter";
import type { ListFilter } from "@/components/kit/list/list-filters";
import { selectFilter } from "@/components/kit/list/select-filter";
import type { Translate } from "@/components/kit/locale/translate";
import { useCurrenciesInUse } from "@/components/kit/money/use-currencies";
import { balanceInWords, type Filters, type ListingOptions } from "./filters";

// Loaded when the filters are opened.
const loadControls = () => import("./filter-controls");
const StatusFilter = dynamic(async () => (await loadControls()).StatusFilter);
const BalanceFilter = dynamic(async () => (await loadControls()).BalanceFilter);
const CustomerFilter = dynamic(async () => (await loadControls()).CustomerFilter);
const BatchFilter = dynamic(async () => (await loadControls()).BatchFilter);

type OnChange = (change: Partial<Filters>) => void;

/** The filters of the list of cards. */
export function useCardFilters(listing: ListingOptions, onChange: OnChange): ListFilter[] {
  const [t, tc] = [useTranslations("cards"), useTranslations("common")];
  const { merchant } = useSession();
  const currencies = useCurrenciesInUse();
  const batchName = useBatchName(listing.batchId);
  const { status, cardType } = listing;
  return [
    {
      label: t("filters.status"),
      value: status && tc(`card.status.${status}`),
      none: { status: null },
      control: <StatusFilter listing={listing} onChange={(next) => onChange({ status: next })} />,
    },
    selectFilter({
      name: "cardType",
      label: t("filters.type"),
      any: t("filters.anyType"),
      value: cardType,
      options: cardTypes.map((value) => ({ value, label: tc(`cardType.${value}`) })),
      onChange,
    }),
    ...moneyFilters(t, listing, { currency: merchant.currency, currencies }, onChange),
    ...dateFilters(t, tc, listing, merchant.timeZone, onChange),
    ...nameFilters(t, listing, batchName, onChange),
  ];
}

/** The name of the batch to filter by; its id until the name has loaded. */
function useBatchName(id: string | null): string | null {
  const batch = useQuery({
    ...readOptions(["batches", "one", id], url("/api/v1/batches/{id}", { id: id ?? "" })),
    enabled: id !== null,
  });
  return batch.data?.name ?? id;
}

type InUse = { currency: string; currencies: ReturnType<typeof useCurrenciesInUse> };

function moneyFilters(
  t: Translate<"cards">,
  listing: ListingOptions,
  { currency: ofStore, currencies }: InUse,
  onChange: OnChange,
): ListFilter[] {
  const { currency } = listing;
  const filterCurrency = currency ?? ofStore;
  return [
    selectFilter({
      name: "currency",
      label: t("filters.currency"),
      any: t("filters.anyCurrency"),
      value: currency,
      words: currency,
      options: currencies,
      onChange,
    }),
    {
      label: t("filters.balance"),
      value: balanceInWords(t, listing, filterCurrency),
      none: { balance: null, min: null, max: null },
      control: (
        <BalanceFilter
          filters={listing}
          currency={filterCurrency}
          currencies={currencies}
          onApply={onChange}
        />
      ),
    },
  ];
}

const dateFilters = (
  t: Translate<"cards">,
  tc: Translate<"common">,
  filters: ListingOptions,
  timeZone: string,
  onChange: OnChange,
): ListFilter[] => [
  daysFilter(tc, {
    names: ["createdFrom", "createdTo"],
    label: t("filters.created"),
    ranges: pastRanges,
    help: t("filters.createdHelp", { timeZone }),
    filters,
    onChange,
  }),
  daysFilter(tc, {
    names: ["expiresFrom", "expiresTo"],
    label: t("filters.expires"),
    ranges: comingRanges,
    help: t("filters.expiresHelp"),
    filters,
    onChange,
  }),
];

const nameFilters = (
  t: Translate<"cards">,
  { ownerEmail, batchId }: ListingOptions,
  batchName: string | null,
  onChange: OnChange,
): ListFilter[] => [
  {
    label: t("filters.customer"),
    value: ownerEmail,
    none: { ownerEmail: null },
    control: (
      <CustomerFilter
        value={ownerEmail}
        words={ownerEmail}
        onChoose={(email) => onChange({ ownerEmail: email })}
      />
    ),
  },
  {
    label: t("filters.batch"),
    value: batchName,
    none: { batchId: null },
    control: (
      <BatchFilter value={batchId} words={batchName} onChoose={(id) => onChange({ batchId: id })} />
    ),
  },
];
