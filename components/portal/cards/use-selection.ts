import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { get, type QueryOf } from "@/components/kit/api/api";
import type { ListedCard, ListedCardPage } from "@/components/kit/api/types";
import { toast, useToastError } from "@/components/kit/page/toast";

/** The most cards that a person selects: a minute's work for the server. */
export const maxSelected = 10_000;

/** The API's largest page of cards. */
const cardsPerPage = 100;

export type CardQuery = QueryOf<"/api/portal/cards">;

/** The cards selected in the list, across its pages. */
export function useSelection() {
  const t = useTranslations("cards");
  const toastError = useToastError();
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedCard>>(new Map());
  const [isLoading, setIsLoading] = useState(false);
  const loading = useRef<AbortController | null>(null);

  const stop = () => loading.current?.abort();

  /** Selects what matches `query`, page by page, in the order of the list. */
  async function selectAll(query: CardQuery) {
    stop();
    const controller = new AbortController();
    const { signal } = controller;
    loading.current = controller;
    const found = new Map<string, ListedCard>();
    setIsLoading(true);
    try {
      let page: ListedCardPage | null = null;
      do {
        const next: CardQuery = { ...query, limit: cardsPerPage, cursor: page?.nextCursor };
        page = await get("/api/portal/cards", next, signal);
        signal.throwIfAborted();
        for (const card of page.cards) found.set(card.uuid, card);
        setSelected(new Map(found));
      } while (page.nextCursor && found.size < maxSelected);
    } catch (error) {
      if (!signal.aborted) toastError(error);
    }
    if (loading.current === controller) setIsLoading(false);
  }

  return {
    cards: [...selected.values()],
    has: ({ uuid }: ListedCard) => selected.has(uuid),
    set: (cards: ListedCard[], on: boolean) => {
      const next = new Map(selected);
      for (const card of cards) {
        if (on) next.set(card.uuid, card);
        else next.delete(card.uuid);
      }
      if (next.size > maxSelected) toast(t("bulk.limit", { max: maxSelected }));
      else setSelected(next);
    },
    clear: () => {
      stop();
      setSelected(new Map());
    },
    selectAll,
    isLoading,
    stop,
  };
}

export type Selection = ReturnType<typeof useSelection>;
