import { useTranslations } from "next-intl";
import { parseAsStringLiteral } from "nuqs/server";
import type { BatchWithCards } from "@/components/kit/api/types";
import { List, useList } from "@/components/kit/list/list";
import { ListBar } from "@/components/kit/list/list-bar";
import { Section } from "@/components/kit/ui/section";
import { cardListProps } from "@/components/portal/cards/card-list";
import { cardColumns } from "@/components/portal/cards/columns";

const statuses = ["inactive", "active", "disabled"] as const;

export function BatchCards({ batch }: { batch: BatchWithCards }) {
  const t = useTranslations("batches");
  const tCards = useTranslations("cards");
  const tc = useTranslations("common");
  const { query, steps, change, url } = useList({
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
      <div>
        <ListBar
          url={url}
          views={[
            { label: t("details.allCards"), query: "", count: all },
            ...statuses.map((value) => ({
              label: tc(`card.status.${value}`),
              query: `status=${value}`,
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
      </div>
    </Section>
  );
}
