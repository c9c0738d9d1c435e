import type { ListedCard } from "@/components/types";
import { Money } from "@/components/ui/money";
import { type Column, RowLink } from "@/components/ui/table";
import { onDate, Time } from "@/components/ui/time";
import { CardEnding } from "./card-ending";
import { StateChip } from "./state-chip";
import { cardTypeWords } from "./words";

const none = <span className="text-subtle">–</span>;

/** The id by which a row is opened: always there. */
export const keyColumn = "code";

export const cardColumns: Column<ListedCard>[] = [
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
    cell: ({ status, expiresOn }) => <StateChip status={status} expiresOn={expiresOn} />,
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
    cell: (card) => <span className="text-muted">{cardTypeWords[card.cardType]}</span>,
  },
  {
    id: "expires",
    header: "Spendable until",
    phone: "hidden",
    from: "xl",
    cell: (card) =>
      card.expiresOn ? <span className="text-muted">{onDate(card.expiresOn)}</span> : none,
  },
  {
    id: "created",
    header: "Created",
    phone: "when",
    from: "lg",
    cell: (card) => (
      <span className="text-muted">
        <Time at={card.createdAt} />
      </span>
    ),
  },
  {
    id: "balance",
    header: "Balance",
    phone: "amount",
    align: "right",
    cell: (card) => (
      <span className="font-medium">
        <Money amountCents={card.balanceCents} currency={card.currency} />
      </span>
    ),
  },
];
