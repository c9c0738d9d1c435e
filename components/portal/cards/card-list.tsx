import { SearchX } from "lucide-react";
import type { ListedCard, ListedCardPage } from "@/components/kit/api/types";
import type { ListProps } from "@/components/kit/list/list";
import { formatDate } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { EmptyState } from "@/components/kit/ui/states";
import { type Column, RowLink, timeColumn } from "@/components/kit/ui/table";
import { CardEnding, CardTypeWord, ListedBalance, StateChip } from "./card-parts";
import { isByExpiration, type Sort } from "./filters";

type CardList = ListProps<ListedCardPage, ListedCard>;
type CardListOptions = Pick<CardList, "query" | "columns" | "steps"> & {
  sort: Sort;
  onClear: () => void;
};

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

const none = <span className="text-subtle">–</span>;

/** The column that links to the card. It can't be hidden. */
export const keyColumn = "code";

type ChoosableColumn = Column<ListedCard> & { id: string };

export const cardColumns = (t: Translate<"cards">): ChoosableColumn[] => [
  {
    id: keyColumn,
    header: t("column.card"),
    phone: "what",
    cell: (card) => (
      <RowLink href={`/cards/${card.uuid}`}>
        <CardEnding last4={card.last4} />
      </RowLink>
    ),
  },
  {
    id: "status",
    header: t("column.status"),
    phone: "state",
    cell: ({ status, expiresOn, frozen }) => (
      <StateChip status={status} expiresOn={expiresOn} frozen={frozen} />
    ),
  },
  {
    id: "owner",
    header: t("column.customer"),
    phone: "hidden",
    cell: (card) =>
      card.ownerEmail ? (
        <span className="block max-w-44 truncate xl:max-w-64">{card.ownerEmail}</span>
      ) : (
        <span className="text-subtle">{t("unassigned")}</span>
      ),
  },
  {
    id: "type",
    header: t("column.type"),
    phone: "hidden",
    from: "lg",
    muted: true,
    cell: ({ cardType }) => <CardTypeWord type={cardType} />,
  },
  {
    id: "expires",
    header: t("column.expires"),
    phone: "hidden",
    from: "xl",
    cell: (card) =>
      card.expiresOn ? <span className="text-muted">{formatDate(card.expiresOn)}</span> : none,
  },
  {
    ...timeColumn(t("column.created"), ({ createdAt }) => createdAt, { from: "lg" }),
    id: "created",
  },
  {
    id: "balance",
    header: t("column.balance"),
    phone: "amount",
    align: "right",
    cell: (card) => <ListedBalance {...card} />,
  },
];
