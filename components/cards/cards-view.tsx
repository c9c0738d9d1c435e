"use client";

import { CreditCard, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { pathWithQuery } from "@/components/api";
import { DownloadLink } from "@/components/download-link";
import { isFiltered, ListPage, useList } from "@/components/list";
import { useMayWrite, useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { ColumnMenu, useHiddenColumns } from "@/components/ui/column-menu";
import { Select } from "@/components/ui/select";
import { useUrlDialog } from "@/components/use-url-dialog";
import { CardFilters } from "./card-filters";
import { cardColumns, cardListProps, keyColumn } from "./card-list";
import { CardSearch } from "./card-search";
import {
  cardSorts,
  type ListingOptions,
  listingParsers,
  listingQuery,
  noFilters,
  withConsequences,
} from "./filters";

// Forms are heavy, so load them when a dialog opens.
const CreateCardsDialog = dynamic(
  async () => (await import("./create-cards-dialog")).CreateCardsDialog,
);

export function CardsView() {
  const t = useTranslations("cards");
  const mayWrite = useMayWrite();
  const { merchant } = useSession();
  const [creating, setCreating] = useUrlDialog("create", mayWrite);
  const { hidden, toggle } = useHiddenColumns("cards");
  const list = useList({
    key: ["cards"],
    path: "/api/portal/cards",
    parsers: listingParsers,
    queryOf: (chosen) => listingQuery(chosen, merchant),
    offsets: true,
  });
  const { filters: listing, page } = list;
  const { sort, ...filters } = listing;
  const change = (wanted: Partial<ListingOptions>) =>
    list.change(withConsequences(listing, wanted, merchant));

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
      filters={<Tools listing={listing} onChange={change} hidden={hidden} onToggle={toggle} />}
      filtered={isFiltered(filters) || page > 1 || sort !== "newest"}
      firstUse={{
        icon: <CreditCard aria-hidden />,
        title: t("list.empty.title"),
        text: t("list.empty.text"),
      }}
      list={cardListProps(t, {
        query: list.query,
        steps: list.steps,
        columns: cardColumns(t).filter(({ id }) => !hidden.includes(id)),
        sort,
        onClear: () => change(noFilters),
      })}
    >
      {creating && <CreateCardsDialog onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

type ToolsProps = {
  listing: ListingOptions;
  onChange: (change: Partial<ListingOptions>) => void;
  hidden: string[];
  onToggle: (column: string) => void;
};

function Tools({ listing, onChange, hidden, onToggle }: ToolsProps) {
  const t = useTranslations("cards");
  const choosable = cardColumns(t).filter(({ id }) => id !== keyColumn);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <CardSearch onFilter={onChange} />
        <div className="flex items-center gap-2 max-md:w-full">
          <Select
            aria-label={t("list.sortBy")}
            className="md:h-8 md:w-44 md:text-sm print:hidden"
            value={listing.sort}
            onValueChange={(value) =>
              onChange({ sort: cardSorts.find((one) => one === value) ?? "newest" })
            }
            options={cardSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          />
          <ColumnMenu columns={choosable} hidden={hidden} onToggle={onToggle} />
        </div>
      </div>
      <CardFilters listing={listing} onChange={onChange} />
    </div>
  );
}
