import { CardCellLink } from "@/components/cards/card-parts";
import { useSession } from "@/components/session";
import { Checkbox } from "@/components/ui/checkbox";
import { Money, onDate } from "@/components/ui/format";
import { type Column, Table } from "@/components/ui/table";
import type { ExpiredCard } from "./types";

type Chosen = ReadonlyMap<string, ExpiredCard>;

type Props = {
  cards: ExpiredCard[];
  stale: boolean;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
};

/** Expired cards; owners can select them. */
export function ExpiredTable({ cards, stale, chosen, onChoose }: Props) {
  const { role } = useSession();
  const set = (some: ExpiredCard[], on: boolean) => {
    const next = new Map(chosen);
    for (const card of some) {
      if (on) next.set(card.uuid, card);
      else next.delete(card.uuid);
    }
    onChoose(next);
  };
  const columns: Column<ExpiredCard>[] = [
    {
      header: "Card",
      phone: "what",
      cell: (card) => (
        <span className="flex items-center gap-2">
          {role === "owner" && (
            <Checkbox
              checked={chosen.has(card.uuid)}
              onCheckedChange={(on) => set([card], on)}
              label={<span className="sr-only">Choose the card ending in {card.last4}</span>}
            />
          )}
          <CardCellLink uuid={card.uuid} last4={card.last4} />
        </span>
      ),
    },
    {
      header: "Owner",
      phone: "state",
      cell: ({ ownerEmail }) => (
        <span className="block max-w-60 truncate text-muted" title={ownerEmail ?? undefined}>
          {ownerEmail ?? "Nobody"}
        </span>
      ),
    },
    {
      header: "Last day",
      phone: "when",
      muted: true,
      cell: ({ expiresOn }) => expiresOn && onDate(expiresOn),
    },
    {
      header: "Balance",
      phone: "amount",
      align: "right",
      cell: ({ balanceCents, currency }) => (
        <Money amountCents={balanceCents} currency={currency} />
      ),
    },
  ];
  return (
    <>
      {role === "owner" && (
        <Checkbox
          checked={cards.every(({ uuid }) => chosen.has(uuid))}
          onCheckedChange={(on) => set(cards, on)}
          label="Choose all on this page"
        />
      )}
      <Table
        caption="Expired cards with a balance, the first to expire first"
        columns={columns}
        rows={cards}
        rowId={({ uuid }) => uuid}
        stale={stale}
      />
    </>
  );
}
