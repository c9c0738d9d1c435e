import { useTranslations } from "next-intl";
import { cardTypes } from "@/components/kit/cards/words";
import type { ListFilter } from "@/components/kit/list/list-filters";
import { selectFilter } from "@/components/kit/list/select-filter";
import { type Filters, sources } from "./filters";

/** The filters of the list of batches. */
export function useBatchFilters(
  { source, cardType }: Filters,
  onChange: (change: Partial<Filters>) => void,
): ListFilter[] {
  const [t, tc] = [useTranslations("batches"), useTranslations("common")];
  return [
    selectFilter({
      name: "source",
      label: t("filters.source"),
      any: t("filters.anySource"),
      value: source,
      options: sources.map((value) => ({ value, label: t(`filters.${value}`) })),
      onChange,
    }),
    selectFilter({
      name: "cardType",
      label: t("list.type"),
      any: t("filters.anyType"),
      value: cardType,
      options: cardTypes.map((value) => ({ value, label: tc(`cardType.${value}`) })),
      onChange,
    }),
  ];
}
