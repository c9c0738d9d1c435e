import { useTranslations } from "next-intl";
import { useState } from "react";
import { cardTypes } from "@/components/kit/cards/words";
import { isFiltered } from "@/components/kit/list/list";
import { SortSelect } from "@/components/kit/list/sort-select";
import { Button } from "@/components/kit/ui/button";
import { FilterSelect } from "@/components/kit/ui/filters";
import { SearchField } from "@/components/kit/ui/search-field";
import { SavedViews } from "@/components/portal/saved-views/saved-views";
import { type Filters, noFilters, sorts, sources } from "./filters";

type ToolsProps = {
  filters: Filters;
  search: string;
  onChange: (change: Partial<Filters>) => void;
};

/** Above the list of batches: saved views, search, filters and sorting. */
export function BatchTools({ filters, search, onChange }: ToolsProps) {
  const t = useTranslations("batches");
  const tc = useTranslations("common");
  const { sort, ...narrowing } = filters;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SavedViews list="batches" search={search} />
      <div className="flex flex-wrap items-start gap-2">
        <NameSearch key={filters.q} value={filters.q} onSearch={(q) => onChange({ q })} />
        <FilterSelect
          label={t("filters.source")}
          any={t("filters.anySource")}
          className="md:w-40"
          value={filters.source}
          onChange={(source) => onChange({ source })}
          options={sources.map((value) => ({ value, label: t(`filters.${value}`) }))}
        />
        <FilterSelect
          label={t("list.type")}
          any={t("filters.anyType")}
          className="md:w-36"
          value={filters.cardType}
          onChange={(cardType) => onChange({ cardType })}
          options={cardTypes.map((value) => ({ value, label: tc(`cardType.${value}`) }))}
        />
        {isFiltered(narrowing) && (
          <Button variant="ghost" onClick={() => onChange(noFilters)}>
            {t("list.clearFilters")}
          </Button>
        )}
        <div className="max-md:w-full md:ml-auto">
          <SortSelect value={sort} options={sorts} onChange={(next) => onChange({ sort: next })} />
        </div>
      </div>
    </div>
  );
}

type SearchProps = { value: string | null; onSearch: (q: string | null) => void };

function NameSearch({ value, onSearch }: SearchProps) {
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
