import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { parseAsString } from "nuqs/server";
import { useState } from "react";
import { useSession } from "@/components/kit/api/session";
import {
  kindWord,
  movementKinds,
  movementState,
  transactionStatuses,
} from "@/components/kit/cards/transaction-words";
import type { Translate } from "@/components/kit/locale/translate";
import { useCurrenciesInUse } from "@/components/kit/money/use-currencies";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { compactClasses, DayFilter, FilterChips, FilterSelect } from "@/components/kit/ui/filters";
import { actorList, type Filters, noFilters, transactionCounts } from "./filters";

/** Team members, cashiers and API keys as filter options. */
export function useActors() {
  const t = useTranslations("transactions");
  const actors = useQuery(actorList);
  return (actors.data?.actors ?? []).map(({ id, name }) => ({
    value: id,
    label: actorOption(t, id, name),
  }));
}

function actorOption(t: Translate<"transactions">, id: string, name: string): string {
  if (id.startsWith("key:")) return t("filters.keyActor", { name });
  return id.startsWith("cashier:") ? t("filters.cashierActor", { name }) : name;
}

/** The id of the transaction open in the side panel, kept in the URL. */
export const useOpenTransaction = () =>
  useQueryState("transaction", parseAsString.withOptions({ history: "push" }));

type Props = { filters: Filters; onChange: (change: Partial<Filters>) => void };

const states = [null, ...transactionStatuses];

export function TransactionFilters({ filters, onChange }: Props) {
  const t = useTranslations("transactions");
  const actors = useActors();
  const currencies = useCurrenciesInUse();
  const { merchant } = useSession();
  const counts = useQuery(transactionCounts(filters, merchant));
  const [unfolded, setUnfolded] = useState(false);
  const { status: _chip, ...folded } = filters;
  const active = Object.values(folded).filter((value) => value !== null).length;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FilterChips
        label={t("column.status")}
        value={filters.status}
        onValueChange={(status) => onChange({ status })}
        options={states.map((status) => ({
          value: status,
          label: status ? movementState(t, status).word : t("filters.all"),
          count: counts.data?.[status ?? "all"] ?? undefined,
        }))}
      />
      <Button
        className="justify-self-start md:hidden"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <SlidersHorizontal aria-hidden /> {t("filters.button", { count: active })}
      </Button>
      <div
        className={cx(
          "grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center",
          unfolded ? "grid" : "max-md:hidden",
        )}
      >
        <FilterSelect
          label={t("column.type")}
          any={t("filters.anyType")}
          className={`md:w-40 ${compactClasses}`}
          value={filters.type}
          onChange={(type) => onChange({ type })}
          options={movementKinds.map((value) => ({ value, label: kindWord(t, value) }))}
        />
        <FilterSelect
          label={t("column.currency")}
          any={t("filters.anyCurrency")}
          className={`md:w-40 ${compactClasses}`}
          value={filters.currency}
          onChange={(currency) => onChange({ currency })}
          options={currencies}
        />
        <FilterSelect
          label={t("column.actor")}
          searchable
          any={t("filters.anyActor")}
          other={() => t("filters.otherActor")}
          className={`max-md:col-span-2 md:w-40 ${compactClasses}`}
          value={filters.actor}
          onChange={(actor) => onChange({ actor })}
          options={actors}
        />
        <DayFilter
          label={t("filters.from")}
          value={filters.from}
          onChange={(from) => onChange({ from })}
        />
        <DayFilter label={t("filters.to")} value={filters.to} onChange={(to) => onChange({ to })} />
        {active + (filters.status ? 1 : 0) > 0 && (
          <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
            {t("list.clearFilters")}
          </Button>
        )}
      </div>
    </div>
  );
}
