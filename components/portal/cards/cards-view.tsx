"use client";

import { CreditCard, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { pathWithQuery } from "@/components/kit/api/api";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import type { ListedCard } from "@/components/kit/api/types";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { isFiltered, ListPage, useList } from "@/components/kit/list/list";
import { SortSelect } from "@/components/kit/list/sort-select";
import { DownloadLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { Checkbox } from "@/components/kit/ui/checkbox";
import { ColumnMenu, useHiddenColumns } from "@/components/kit/ui/column-menu";
import { SavedViews } from "@/components/portal/saved-views/saved-views";
import { BulkOutcome } from "./bulk-outcome";
import { CardFilters } from "./card-filters";
import { cardListProps } from "./card-list";
import { CardSearch } from "./card-search";
import { choosableColumns, selectableColumns } from "./columns";
import { cardList, cardSorts, type ListingOptions, noFilters, withConsequences } from "./filters";
import { SelectionBar } from "./selection-bar";
import { useBulk } from "./use-bulk";
import { type Selection, useSelection } from "./use-selection";

// Forms are heavy, so load them when a dialog opens.
const CreateCardsDialog = dynamic(
  async () => (await import("./create-cards-dialog")).CreateCardsDialog,
);

export function CardsView() {
  const t = useTranslations("cards");
  const mayWrite = useMayWrite();
  const { merchant } = useSession();
  const [creating, setCreating] = useUrlDialog("create", mayWrite);
  const [selling, setSelling] = useUrlDialog("sell", mayWrite);
  const { hidden, toggle } = useHiddenColumns("cards");
  const selection = useSelection();
  const bulk = useBulk();
  const list = useList(cardList);
  const { filters: listing, page, search } = list;
  const { sort, ...filters } = listing;
  const change = (wanted: Partial<ListingOptions>) => {
    // What is selected stays in view, or a page away.
    selection.clear();
    list.change(withConsequences(listing, wanted, merchant));
  };
  const cards = cardListProps(t, {
    query: list.query,
    steps: list.steps,
    columns: selectableColumns(t, selection, sort, (next) => change({ sort: next })).filter(
      ({ id }) => !hidden.includes(id),
    ),
    sort,
    onClear: () => change(noFilters),
  });

  return (
    <ListPage
      title={t("list.title")}
      purpose={t("list.purpose")}
      action={
        mayWrite && (
          <Button variant="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden /> {t("list.create")}
          </Button>
        )
      }
      tools={
        <DownloadLink href={pathWithQuery("/api/portal/cards/export", list.narrowed)}>
          {t("list.export")}
        </DownloadLink>
      }
      filters={
        <>
          <Tools
            listing={listing}
            search={search}
            onChange={change}
            hidden={hidden}
            onToggle={toggle}
          />
          {bulk.progress && <BulkOutcome progress={bulk.progress} onDismiss={bulk.dismiss} />}
          <SelectPage cards={list.query.data?.cards ?? []} selection={selection} />
        </>
      }
      filtered={isFiltered(filters) || page > 1 || sort !== "newest"}
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
              busy={bulk.progress?.state === "running"}
              onConfirm={(chosen, wanted) => void bulk.run(chosen, wanted)}
            />
          </>
        ),
      }}
    >
      {creating && <CreateCardsDialog onClose={() => setCreating(false)} />}
      {selling && <CreateCardsDialog activates onClose={() => setSelling(false)} />}
    </ListPage>
  );
}

function SelectPage({ cards, selection }: { cards: ListedCard[]; selection: Selection }) {
  const t = useTranslations("cards");
  if (cards.length === 0) return null;
  return (
    <div className="-mb-3 px-3 max-md:px-1 print:hidden">
      <Checkbox
        checked={cards.every(selection.has)}
        onCheckedChange={(on) => selection.set(cards, on)}
        label={t("bulk.selectPage")}
      />
    </div>
  );
}

type ToolsProps = {
  listing: ListingOptions;
  search: string;
  onChange: (change: Partial<ListingOptions>) => void;
  hidden: string[];
  onToggle: (column: string) => void;
};

function Tools({ listing, search, onChange, hidden, onToggle }: ToolsProps) {
  const t = useTranslations("cards");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SavedViews list="cards" search={search} />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <CardSearch onFilter={onChange} />
        <div className="flex items-center gap-2 max-md:w-full">
          <SortSelect
            value={listing.sort}
            options={cardSorts}
            onChange={(sort) => onChange({ sort })}
          />
          <ColumnMenu columns={choosableColumns(t)} hidden={hidden} onToggle={onToggle} />
        </div>
      </div>
      <CardFilters listing={listing} onChange={onChange} />
    </div>
  );
}
