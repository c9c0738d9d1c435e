import { useTranslations } from "next-intl";
import { useState } from "react";
import { DaysFilter, daysInWords, pastRanges } from "@/components/kit/list/days-filter";
import type { ListFilter } from "@/components/kit/list/list-filters";
import { FilterSelect } from "@/components/kit/ui/filter-select";
import { SearchField } from "@/components/kit/ui/search-field";
import { useActors } from "@/components/portal/transactions/transaction-filters";
import { ACTION_WORDS, actionLabel } from "@/lib/domain/audit/actions";
import type { Filters } from "./filters";

const actions = Object.entries(ACTION_WORDS)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** The filters of the audit log. */
export function useAuditFilters(
  { actor, action, from, to }: Filters,
  onChange: (change: Partial<Filters>) => void,
): ListFilter[] {
  const [t, tc] = [useTranslations("audit"), useTranslations("common")];
  const actors = [...useActors(), { value: "operator", label: t("actor.operator") }];
  return [
    {
      label: t("column.actor"),
      value:
        actor && (actors.find(({ value }) => value === actor)?.label ?? t("filters.formerMember")),
      none: { actor: null },
      control: (
        <FilterSelect
          label={t("column.actor")}
          searchable
          any={t("filters.anyActor")}
          other={() => t("filters.formerMember")}
          value={actor}
          onChange={(next) => onChange({ actor: next })}
          options={actors}
        />
      ),
    },
    {
      label: t("filters.action"),
      value: action && actionLabel(action),
      none: { action: null },
      control: (
        <FilterSelect
          label={t("filters.action")}
          searchable
          any={t("filters.anyAction")}
          other={actionLabel}
          value={action}
          onChange={(next) => onChange({ action: next })}
          options={actions}
        />
      ),
    },
    {
      label: t("filters.date"),
      value: daysInWords(tc, { from, to }),
      none: { from: null, to: null },
      control: (
        <DaysFilter
          label={t("filters.date")}
          days={{ from, to }}
          ranges={pastRanges}
          onChange={onChange}
        />
      ),
    },
  ];
}

type SearchProps = { value: string | null; onSearch: (subject: string | null) => void };

/** Finds what was done to one thing, by its ID. */
export function SubjectSearch({ value, onSearch }: SearchProps) {
  const t = useTranslations("audit");
  const [typed, setTyped] = useState(value ?? "");
  return (
    <SearchField
      label={t("filters.subject")}
      placeholder={t("filters.subjectPlaceholder")}
      maxLength={100}
      value={typed}
      onType={setTyped}
      onSearch={() => onSearch(typed.trim() || null)}
    />
  );
}
