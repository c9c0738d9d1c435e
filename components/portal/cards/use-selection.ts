import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListedCard } from "@/components/kit/api/types";
import { toast } from "@/components/kit/page/toast";

/** The server takes no more for one file. */
const maxSelected = 500;

/** The cards selected in the list, across its pages. */
export function useSelection() {
  const t = useTranslations("cards");
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedCard>>(new Map());
  const set = (cards: ListedCard[], on: boolean) => {
    const next = new Map(selected);
    for (const card of cards) {
      if (on) next.set(card.uuid, card);
      else next.delete(card.uuid);
    }
    if (next.size > maxSelected) toast(t("bulk.limit", { max: maxSelected }));
    else setSelected(next);
  };
  return {
    cards: [...selected.values()],
    has: ({ uuid }: ListedCard) => selected.has(uuid),
    set,
    clear: () => setSelected(new Map()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
