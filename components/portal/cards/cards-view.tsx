"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { pathWithQuery } from "@/components/kit/api/api";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import { keysOf } from "@/components/kit/api/types";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { ColumnMenu, useHiddenColumns } from "@/components/kit/list/column-menu";
import { ListPage, useList } from "@/components/kit/list/list";
import { SortMenu } from "@/components/kit/list/sort-menu";
import { ExportLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { EmptyState } from "@/components/kit/ui/states";
import { ListSearch } from "@/components/portal/search/list-search";
import { BulkOutcome } from "./bulk-outcome";
import { useCardFilters } from "./card-filters";
import { cardListProps } from "./card-list";
import { choosableColumns, selectableColumns } from "./columns";
import {
  cardCounts,
  cardList,
  cardViews,
  countable,
  type Filters,
  type ListingOptions,
  noFilters,
  shownState,
  sortsFor,
  withConsequences,
} from "./filters";
import { SelectionBar } from "./selection-bar";
import { useBulk } from "./use-bulk";
import { useSelection } from "./use-selection";

// Forms are heavy, so load them when a dialog opens.
const CreateCardsDialog = dynamic(
  async () => (await import("./create-cards-dialog")).CreateCardsDialog,
);

export function CardsView() {
  const t = useTranslations("cards");
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useUrlDialog("create", mayWrite);
  const selection = useSelection();
  const bulk = useBulk();
  const { cards, listed, ...list } = useCards(selection);
  return (
    <ListPage
      {...list}
      title={t("list.title")}
      purpose={t("list.purpose")}
      action={
        mayWrite && (
          <Button variant="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden /> {t("list.create")}
          </Button>
        )
      }
      notices={
        bulk.progress && (
          <BulkOutcome
            progress={bulk.progress}
            onStop={bulk.stop}
            onResume={() => void bulk.resume()}
            onDismiss={bulk.dismiss}
          />
        )
      }
      firstUse={{
        icon: <CreditCard aria-hidden />,
        title: t("list.empty.title"),
        text: t("list.empty.text"),
      }}
      list={{
        ...cards,
        note: (
          <>
            {cards.note}
            <SelectionBar
              selection={selection}
              listed={listed}
              busy={bulk.progress?.state === "running"}
              onConfirm={(chosen, wanted) => void bulk.run(chosen, wanted)}
            />
          </>
        ),
      }}
    >
      {creating && <CreateCardsDialog onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

/** The list of cards and its bar. */
function useCards(selection: ReturnType<typeof useSelection>) {
  const t = useTranslations("cards");
  const { merchant } = useSession();
  const { hidden, toggle } = useHiddenColumns("cards");
  const { query, steps, filters: listing, narrowed, url, isNarrowed, ...list } = useList(cardList);
  const { sort, search } = listing;
  const change = (wanted: Partial<ListingOptions>, history?: "push" | "replace") => {
    // What is selected stays in view, or a page away.
    selection.clear();
    list.change(withConsequences(listing, wanted, merchant), history);
  };
  const onSort = (next: typeof sort) => change({ sort: next });
  const counts: Partial<Record<string, number | null>> =
    useQuery(cardCounts(countable(listing), merchant)).data ?? {};
  const sorts = sortsFor(counts[shownState(listing)]);
  const hidesAll = shownState(listing) === "circulating" && (counts.all ?? 0) > 0;
  return {
    isNarrowed: isNarrowed || hidesAll,
    listed: {
      query: narrowed,
      total: query.data?.total ?? null,
      isOnOnePage: !steps.onPrevious && !steps.onNext,
    },
    bar: {
      url,
      views: keysOf(cardViews).map((name) => ({
        label: t(`views.${name}`),
        query: cardViews[name],
      })),
      saved: "cards" as const,
      search: {
        box: (
          <ListSearch
            label={t("search.label")}
            placeholder={t("search.placeholder")}
            search={search}
            onSearch={(term) => change({ search: term }, search ? "replace" : "push")}
          />
        ),
        isActive: search !== null,
      },
      filters: useCardFilters(listing, change),
      onChange: (none: Partial<Filters>) => change(none),
      sort: <SortMenu value={sort} options={sorts} onChange={onSort} />,
      columns: <ColumnMenu columns={choosableColumns(t)} hidden={hidden} onToggle={toggle} />,
      exports: (
        <ExportLink
          href={pathWithQuery("/api/portal/cards/export", narrowed)}
          label={t("list.export")}
        />
      ),
    },
    cards: {
      ...cardListProps(t, {
        query,
        steps,
        columns: selectableColumns(t, selection, query.data?.cards ?? [], {
          sort,
          sorts,
          onSort,
        }).filter(({ id }) => !hidden.includes(id)),
        sort,
        search,
        onClear: () => change(noFilters),
      }),
      ...(!isNarrowed &&
        hidesAll && { empty: <OnlyUnsold onShow={() => change({ unsold: "shown" })} /> }),
    },
  };
}

/** Instead of the list if it hides all cards of the store. */
function OnlyUnsold({ onShow }: { onShow: () => void }) {
  const t = useTranslations("cards");
  return (
    <EmptyState
      icon={<CreditCard aria-hidden />}
      title={t("list.onlyUnsold.title")}
      text={t("list.onlyUnsold.text")}
    >
      <Button onClick={onShow}>{t("list.onlyUnsold.action")}</Button>
    </EmptyState>
  );
}
