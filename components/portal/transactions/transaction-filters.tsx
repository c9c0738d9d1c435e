import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { parseAsString } from "nuqs/server";
import {
  kindWord,
  movementKinds,
  transactionStatuses,
} from "@/components/kit/cards/transaction-words";
import { daysFilter, pastRanges } from "@/components/kit/list/days-filter";
import type { ListFilter } from "@/components/kit/list/list-filters";
import { selectFilter } from "@/components/kit/list/select-filter";
import type { Translate } from "@/components/kit/locale/translate";
import { useCurrenciesInUse } from "@/components/kit/money/use-currencies";
import { actorList, type Filters } from "./filters";

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

type OnChange = (change: Partial<Filters>) => void;

/** The filters of the list of transactions. `last4` is that of the card to filter by. */
export function useTransactionFilters(
  filters: Filters,
  last4: string | undefined,
  onChange: OnChange,
): ListFilter[] {
  const [t, tc] = [useTranslations("transactions"), useTranslations("common")];
  const currencies = useCurrenciesInUse();
  const actors = useActors();
  const { type, status, currency, actor, cardUuid, referenceId } = filters;
  return [
    selectFilter({
      name: "type",
      label: t("column.type"),
      any: t("filters.anyType"),
      value: type,
      options: movementKinds.map((value) => ({ value, label: kindWord(t, value) })),
      onChange,
    }),
    selectFilter({
      name: "status",
      label: t("column.status"),
      any: t("filters.anyStatus"),
      value: status,
      options: transactionStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
      onChange,
    }),
    selectFilter({
      name: "currency",
      label: t("column.currency"),
      any: t("filters.anyCurrency"),
      value: currency,
      words: currency,
      options: currencies,
      onChange,
    }),
    selectFilter({
      name: "actor",
      label: t("column.actor"),
      searchable: true,
      any: t("filters.anyActor"),
      other: () => t("filters.otherActor"),
      value: actor,
      options: actors,
      onChange,
    }),
    daysFilter(tc, {
      names: ["from", "to"],
      label: t("filters.date"),
      ranges: pastRanges,
      filters,
      onChange,
    }),
    {
      label: t("column.card"),
      value: cardUuid && (last4 ? `•••• ${last4}` : t("filters.oneCard")),
      none: { cardUuid: null },
    },
    { label: t("column.reference"), value: referenceId, none: { referenceId: null } },
  ];
}
