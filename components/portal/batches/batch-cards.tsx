import { useTranslations } from "next-intl";
import { parseAsStringLiteral } from "nuqs/server";
import type { BatchWithCards } from "@/components/kit/api/types";
import { List, useList } from "@/components/kit/list/list";
import { FilterChips } from "@/components/kit/ui/filters";
import { Section } from "@/components/kit/ui/section";
import { cardListProps } from "@/components/portal/cards/card-list";
import { cardColumns } from "@/components/portal/cards/columns";

const statuses = ["inactive", "active", "disabled"] as const;

export function BatchCards({ batch }: { batch: BatchWithCards }) {
  const t = useTranslations("batches");
  const tCards = useTranslations("cards");
  const tc = useTranslations("common");
  const { query, steps, filters, change } = useList({
    key: ["cards"],
    path: "/api/portal/cards",
    parsers: { status: parseAsStringLiteral(statuses) },
    queryOf: ({ status }) => ({ batchId: batch.id, status, sort: "oldest" }),
    offsets: true,
    enabled: batch.createdCards > 0,
  });
  if (batch.createdCards === 0) return null;

  const counts = batch.cards;
  const all = counts.active + counts.inactive + counts.disabled;
  return (
    <Section title={t("details.cards")}>
      <FilterChips
        label={t("details.status")}
        value={filters.status}
        onValueChange={(status) => change({ status })}
        options={[
          { value: null, label: t("details.allCards"), count: all },
          ...statuses.map((value) => ({
            value,
            label: tc(`card.status.${value}`),
            count: counts[value],
          })),
        ]}
      />
      <List
        {...cardListProps(tCards, {
          query,
          steps,
          columns: cardColumns(tCards),
          sort: "oldest",
          onClear: () => change({ status: null }),
        })}
      />
    </Section>
  );
}
