import { SearchX } from "lucide-react";
import type { ListProps } from "@/components/list";
import type { ListedCard, ListedCardPage } from "@/components/types";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { type Column, RowLink, timeColumn } from "@/components/ui/table";
import { CardEnding, ListedBalance, StateChip } from "./card-parts";
import { type Sort, sortWords } from "./filters";
import { cardTypeWords } from "./words";

type CardList = ListProps<ListedCardPage, ListedCard>;
type CardListOptions = Pick<CardList, "query" | "columns" | "steps"> & {
  sort: Sort;
  onClear: () => void;
};

export const cardListProps = ({ sort, onClear, ...list }: CardListOptions): CardList => ({
  ...list,
  caption: `Cards, ${sortWords[sort].toLowerCase()}`,
  rows: (page) => page.cards,
  rowId: (card) => card.uuid,
  total: (page) => page.total,
  empty: (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No card matches"
      text="No card of this store fits these filters."
    >
      <Button onClick={onClear}>Clear filters</Button>
    </EmptyState>
  ),
  note: sort === "expiring" && (
    <p className="text-sm text-subtle">
      Only cards with an end are in this order. Remove the dates to see those that have ended.
    </p>
  ),
});

const none = <span className="text-subtle">–</span>;

/** The column that links to the card. It can't be hidden. */
export const keyColumn = "code";

type ChoosableColumn = Column<ListedCard> & { id: string };

export const cardColumns: ChoosableColumn[] = [
  {
    id: keyColumn,
    header: "Card",
    phone: "what",
    cell: (card) => (
      <RowLink href={`/cards/${card.uuid}`}>
        <CardEnding last4={card.last4} />
      </RowLink>
    ),
  },
  {
    id: "status",
    header: "Status",
    phone: "state",
    cell: ({ status, expiresOn, frozen }) => (
      <StateChip status={status} expiresOn={expiresOn} frozen={frozen} />
    ),
  },
  {
    id: "owner",
    header: "Owner",
    phone: "hidden",
    cell: (card) =>
      card.ownerEmail ? (
        <span className="block max-w-64 truncate" title={card.ownerEmail}>
          {card.ownerEmail}
        </span>
      ) : (
        <span className="text-subtle">Unassigned</span>
      ),
  },
  {
    id: "type",
    header: "Type",
    phone: "hidden",
    from: "lg",
    muted: true,
    cell: (card) => cardTypeWords[card.cardType],
  },
  {
    id: "expires",
    header: "Expires",
    phone: "hidden",
    from: "xl",
    cell: (card) =>
      card.expiresOn ? <span className="text-muted">{formatDate(card.expiresOn)}</span> : none,
  },
  { ...timeColumn("Created", ({ createdAt }) => createdAt, { from: "lg" }), id: "created" },
  {
    id: "balance",
    header: "Balance",
    phone: "amount",
    align: "right",
    cell: (card) => <ListedBalance {...card} />,
  },
];
