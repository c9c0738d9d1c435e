import { useTranslations } from "next-intl";
import { daysFilter, pastRanges } from "@/components/kit/list/days-filter";
import type { ListFilter } from "@/components/kit/list/list-filters";
import { selectFilter } from "@/components/kit/list/select-filter";
import { useActors } from "@/components/portal/transactions/transaction-filters";
import { ACTION_WORDS, actionLabel } from "@/lib/domain/audit/actions";
import type { Filters } from "./filters";

const actions = Object.entries(ACTION_WORDS)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** The filters of the audit log. */
export function useAuditFilters(
  filters: Filters,
  onChange: (change: Partial<Filters>) => void,
): ListFilter[] {
  const { actor, action } = filters;
  const [t, tc] = [useTranslations("audit"), useTranslations("common")];
  const actors = [...useActors(), { value: "operator", label: t("actor.operator") }];
  return [
    selectFilter({
      name: "actor",
      label: t("column.actor"),
      searchable: true,
      any: t("filters.anyActor"),
      other: () => t("filters.formerMember"),
      value: actor,
      options: actors,
      onChange,
    }),
    selectFilter({
      name: "action",
      label: t("filters.action"),
      searchable: true,
      any: t("filters.anyAction"),
      other: actionLabel,
      value: action,
      options: actions,
      onChange,
    }),
    daysFilter(tc, {
      names: ["from", "to"],
      label: t("filters.date"),
      ranges: pastRanges,
      filters,
      onChange,
    }),
  ];
}
