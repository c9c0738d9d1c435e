import { useTranslations } from "next-intl";
import { useState } from "react";
import { cardTypes } from "@/components/kit/cards/words";
import type { ListFilter } from "@/components/kit/list/list-filters";
import { FilterSelect } from "@/components/kit/ui/filter-select";
import { SearchField } from "@/components/kit/ui/search-field";
import { type Filters, sources } from "./filters";

/** The filters of the list of batches. */
export function useBatchFilters(
  { source, cardType }: Filters,
  onChange: (change: Partial<Filters>) => void,
): ListFilter[] {
  const [t, tc] = [useTranslations("batches"), useTranslations("common")];
  return [
    {
      label: t("filters.source"),
      value: source && t(`filters.${source}`),
      none: { source: null },
      control: (
        <FilterSelect
          label={t("filters.source")}
          any={t("filters.anySource")}
          value={source}
          onChange={(next) => onChange({ source: next })}
          options={sources.map((value) => ({ value, label: t(`filters.${value}`) }))}
        />
      ),
    },
    {
      label: t("list.type"),
      value: cardType && tc(`cardType.${cardType}`),
      none: { cardType: null },
      control: (
        <FilterSelect
          label={t("list.type")}
          any={t("filters.anyType")}
          value={cardType}
          onChange={(next) => onChange({ cardType: next })}
          options={cardTypes.map((value) => ({ value, label: tc(`cardType.${value}`) }))}
        />
      ),
    },
  ];
}

type SearchProps = { value: string | null; onSearch: (q: string | null) => void };

/** Finds batches by any part of their name. */
export function NameSearch({ value, onSearch }: SearchProps) {
  const t = useTranslations("batches");
  const [typed, setTyped] = useState(value ?? "");
  return (
    <SearchField
      label={t("filters.search")}
      placeholder={t("filters.search")}
      maxLength={100}
      value={typed}
      onType={setTyped}
      onSearch={() => onSearch(typed.trim() || null)}
    />
  );
}
