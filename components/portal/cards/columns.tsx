import type { ListedCard } from "@/components/kit/api/types";
import { formatDate } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { Checkbox } from "@/components/kit/ui/checkbox";
import { byTime, type ColumnSort, columnSort } from "@/components/kit/ui/sort-header";
import { type Column, RowLink, timeColumn } from "@/components/kit/ui/table";
import { CardEnding, CardTypeWord, ListedBalance, StateChip } from "./card-parts";
import type { Sort } from "./filters";
import type { Selection } from "./use-selection";

const none = <span className="text-subtle">–</span>;

/** The column that links to the card. It can't be hidden. */
const KEY_COLUMN = "code";

type CardColumn = Column<ListedCard> & { id: string };

/** The columns of a list of cards. */
export const cardColumns = (t: Translate<"cards">): CardColumn[] => [
  {
    id: KEY_COLUMN,
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
    phone: "who",
    cell: (card) =>
      card.ownerEmail ? (
        <span className="block max-w-44 truncate xl:max-w-64 stacked:max-w-none">
          {card.ownerEmail}
        </span>
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
    ...timeColumn(t("column.created"), ({ createdAt }) => createdAt, {
      from: "lg",
      phone: "hidden",
    }),
    id: "created",
  },
  {
    ...timeColumn(t("column.lastUsed"), ({ lastUsedAt }) => lastUsedAt, {
      phone: "hidden",
      from: "xl",
    }),
    id: "lastUsed",
  },
  {
    id: "balance",
    header: t("column.balance"),
    phone: "amount",
    align: "right",
    cell: (card) => <ListedBalance {...card} />,
  },
];

/** The columns that a person can hide. */
export const choosableColumns = (t: Translate<"cards">): CardColumn[] =>
  cardColumns(t).filter(({ id }) => id !== KEY_COLUMN);

type Sorting = { sort: Sort; sorts: Sort[]; onSort: (sort: Sort) => void };

/** The columns of the page with all cards, with checkboxes to select them and headers that sort by `sorts`. */
export function selectableColumns(
  t: Translate<"cards">,
  selection: Selection,
  cards: ListedCard[],
  { sort, sorts, onSort }: Sorting,
) {
  const sortOf: Record<string, ColumnSort> = {
    created: columnSort(sort, byTime, onSort),
    expires: columnSort(
      sort,
      { ascending: "expiring", descending: "expiring_last", first: "expiring" },
      onSort,
    ),
    lastUsed: {
      order: sort === "last_used" ? "descending" : "none",
      onSort: () => onSort("last_used"),
    },
    ...(sorts.includes("highest") && {
      balance: columnSort(
        sort,
        { ascending: "lowest", descending: "highest", first: "highest" },
        onSort,
      ),
    }),
  };
  return cardColumns(t).map((column) => {
    const sorted = sortOf[column.id];
    if (column.id !== KEY_COLUMN) return sorted ? { ...column, sort: sorted } : column;
    return {
      ...column,
      headerControl: (
        <Checkbox
          checked={cards.length > 0 && cards.every(selection.has)}
          onCheckedChange={(on) => selection.set(cards, on)}
          label={<span className="unstacked:sr-only">{t("bulk.selectPage")}</span>}
        />
      ),
      cell: (card: ListedCard) => (
        <span className="flex items-center gap-1">
          <span className="relative z-1">
            <Checkbox
              checked={selection.has(card)}
              onCheckedChange={(on) => selection.set([card], on)}
              label={<span className="sr-only">{t("bulk.select", { last4: card.last4 })}</span>}
            />
          </span>
          {column.cell(card)}
        </span>
      ),
    };
  });
}
