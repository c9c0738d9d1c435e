import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedCard, ListedCardPage } from "@/components/kit/api/types";
import type { ListProps } from "@/components/kit/list/list";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { EmptyState } from "@/components/kit/ui/states";
import { namedSearch } from "@/components/portal/search/use-search-term";
import { isByExpiration, type Sort } from "./filters";

type CardList = ListProps<ListedCardPage, ListedCard>;
type CardListOptions = Pick<CardList, "query" | "columns" | "steps"> & {
  sort: Sort;
  search?: string | null;
  onClear: () => void;
};

/** A list of cards with these columns: its caption, what it shows without a match, and what it may leave out. */
export const cardListProps = (
  t: Translate<"cards">,
  { sort, search, onClear, ...list }: CardListOptions,
): CardList => ({
  ...list,
  caption: t("list.caption", { sort }),
  rows: (page) => page.cards,
  rowId: (card) => card.uuid,
  total: (page) => page.total,
  empty: (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={noMatch(t, search)}
      text={t("list.noMatch.text")}
    >
      <Button onClick={onClear}>{t("filters.clear")}</Button>
    </EmptyState>
  ),
  note: (
    <>
      {isByExpiration(sort) && <Note>{t("list.expiringNote")}</Note>}
      {sort === "last_used" && <Note>{t("list.lastUsedNote", { max: maxMovementsRead })}</Note>}
      {list.query.data?.isIncomplete && <Note>{t("list.incompleteNote")}</Note>}
    </>
  ),
});

function noMatch(t: Translate<"cards">, searched: string | null | undefined): string {
  const search = namedSearch(searched);
  return search ? t("list.noMatch.search", { search }) : t("list.noMatch.title");
}

/** The server looks for the cards used last in this many transactions per page. */
const maxMovementsRead = 20_000;

const Note = (props: { children: ReactNode }) => <p className="text-sm text-subtle" {...props} />;
