"use client";

import { CreditCard, Download, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { pathWithQuery } from "@/components/kit/api/api";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import { keysOf } from "@/components/kit/api/types";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { ColumnMenu, useHiddenColumns } from "@/components/kit/list/column-menu";
import { ListPage, useList } from "@/components/kit/list/list";
import { SortMenu } from "@/components/kit/list/sort-menu";
import { DownloadLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { BulkOutcome } from "./bulk-outcome";
import { useCardFilters } from "./card-filters";
import { cardListProps } from "./card-list";
import { CardSearch } from "./card-search";
import { choosableColumns, selectableColumns } from "./columns";
import {
  cardList,
  cardSorts,
  cardViews,
  type Filters,
  type ListingOptions,
  noFilters,
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
  const { sort } = listing;
  const change = (wanted: Partial<ListingOptions>) => {
    // What is selected stays in view, or a page away.
    selection.clear();
    list.change(withConsequences(listing, wanted, merchant));
  };
  const onSort = (next: typeof sort) => change({ sort: next });
  return {
    isNarrowed,
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
      search: { box: <CardSearch onFilter={change} />, isActive: false },
      filters: useCardFilters(listing, change),
      onChange: (none: Partial<Filters>) => change(none),
      sort: <SortMenu value={sort} options={cardSorts} onChange={onSort} />,
      columns: <ColumnMenu columns={choosableColumns(t)} hidden={hidden} onToggle={toggle} />,
      exports: (
        <DownloadLink
          icon={<Download aria-hidden />}
          href={pathWithQuery("/api/portal/cards/export", narrowed)}
        >
          {t("list.export")}
        </DownloadLink>
      ),
    },
    cards: cardListProps(t, {
      query,
      steps,
      columns: selectableColumns(t, selection, query.data?.cards ?? [], sort, onSort).filter(
        ({ id }) => !hidden.includes(id),
      ),
      sort,
      onClear: () => change(noFilters),
    }),
  };
}
