import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { isFiltered } from "@/components/kit/list/list";
import { Button } from "@/components/kit/ui/button";
import { Input } from "@/components/kit/ui/field";
import { compactClasses, DayFilter, FilterSelect } from "@/components/kit/ui/filters";
import { useActors } from "@/components/portal/transactions/transaction-filters";
import { ACTION_WORDS, actionLabel } from "@/lib/domain/audit/actions";
import { type Filters, noFilters } from "./filters";

type Props = { filters: Filters; onChange: (change: Partial<Filters>) => void };

const actions = Object.entries(ACTION_WORDS)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

export function AuditFilters({ filters, onChange }: Props) {
  const t = useTranslations("audit");
  const actors = useActors();
  return (
    <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
      <FilterSelect
        label={t("column.actor")}
        searchable
        any={t("filters.anyActor")}
        other={() => t("filters.formerMember")}
        className={`md:w-44 ${compactClasses}`}
        value={filters.actor}
        onChange={(actor) => onChange({ actor })}
        options={[...actors, { value: "operator", label: t("actor.operator") }]}
      />
      <FilterSelect
        label={t("filters.action")}
        searchable
        any={t("filters.anyAction")}
        other={actionLabel}
        className={`md:w-52 ${compactClasses}`}
        value={filters.action}
        onChange={(action) => onChange({ action })}
        options={actions}
      />
      <DayFilter
        label={t("filters.from")}
        value={filters.from}
        onChange={(from) => onChange({ from })}
      />
      <DayFilter label={t("filters.to")} value={filters.to} onChange={(to) => onChange({ to })} />
      <SubjectFilter
        key={filters.subject}
        value={filters.subject}
        onChange={(subject) => onChange({ subject })}
      />
      {isFiltered(filters) && (
        <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
          {t("list.clearFilters")}
        </Button>
      )}
    </div>
  );
}

type FieldProps = { value: string | null; onChange: (value: string | null) => void };

function SubjectFilter({ value, onChange }: FieldProps) {
  const t = useTranslations("audit");
  const [typed, setTyped] = useState(value ?? "");
  return (
    <form
      method="post"
      className="relative col-span-2 md:w-56 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim() || null);
      }}
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        data-search
        aria-label={t("filters.subject")}
        placeholder={t("filters.subjectPlaceholder")}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        className={`pl-8 ${compactClasses}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
