"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import { cardColumns, cardList } from "@/components/cards/card-list";
import { cardStates } from "@/components/cards/words";
import { firstPlace, List, placeParsers, placeQuery, useSteps } from "@/components/list";
import { read } from "@/components/queries";
import type { BatchWithCards } from "@/components/types";
import { FilterChips } from "@/components/ui/filters";
import { Section } from "@/components/ui/section";

const statuses = ["inactive", "active", "disabled"] as const;

/** A batch's cards in order of creation, filtered by status. */
export function BatchCards({ batch }: { batch: BatchWithCards }) {
  const [{ status, ...place }, setState] = useQueryStates(
    { status: parseAsStringLiteral(statuses), ...placeParsers },
    { history: "push" },
  );
  const query = { batchId: batch.id, status, sort: "oldest" as const, ...placeQuery(place) };
  const cards = useQuery({
    ...read(["cards", query], "/api/portal/cards", query),
    placeholderData: keepPreviousData,
    enabled: batch.createdCards > 0,
  });
  const steps = useSteps(place, cards, setState);
  if (batch.createdCards === 0) return null;

  const counts = batch.cards;
  const all = counts.active + counts.inactive + counts.disabled;
  return (
    <Section title="Cards">
      <FilterChips
        label="Status"
        value={status}
        onValueChange={(value) => void setState({ status: value, ...firstPlace })}
        options={[
          { value: null, label: "All", count: all },
          ...statuses.map((value) => ({
            value,
            label: cardStates[value].word,
            count: counts[value],
          })),
        ]}
      />
      <List
        {...cardList({
          cards,
          columns: cardColumns,
          sort: "oldest",
          steps,
          onClear: () => void setState({ status: null, ...firstPlace }),
        })}
      />
    </Section>
  );
}
