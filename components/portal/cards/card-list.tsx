import { SearchX } from "lucide-react";
import type { ListedCard, ListedCardPage } from "@/components/kit/api/types";
import type { ListProps } from "@/components/kit/list/list";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { EmptyState } from "@/components/kit/ui/states";
import { isByExpiration, type Sort } from "./filters";

type CardList = ListProps<ListedCardPage, ListedCard>;
type CardListOptions = Pick<CardList, "query" | "columns" | "steps"> & {
  sort: Sort;
  onClear: () => void;
};

/** A list of cards with these columns: its caption, and what it shows without a match or by expiration date. */
export const cardListProps = (
  t: Translate<"cards">,
  { sort, onClear, ...list }: CardListOptions,
): CardList => ({
  ...list,
  caption: t("list.caption", { sort }),
  rows: (page) => page.cards,
  rowId: (card) => card.uuid,
  total: (page) => page.total,
  empty: (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t("list.noMatch.title")}
      text={t("list.noMatch.text")}
    >
      <Button onClick={onClear}>{t("filters.clear")}</Button>
    </EmptyState>
  ),
  note: isByExpiration(sort) && <p className="text-sm text-subtle">{t("list.expiringNote")}</p>,
});
