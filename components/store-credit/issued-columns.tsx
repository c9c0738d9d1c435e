import { amountColumn, byColumn, whenColumn } from "@/components/transactions/columns";
import { Opener } from "@/components/transactions/opener";
import type { Movement } from "@/components/types";
import type { Column } from "@/components/ui/table";
import { creditKindOf } from "./words";

/** Columns of the issued store credit; `open` shows one in the side panel. */
export const issuedColumns = (open: (id: string) => void): Column<Movement>[] => [
  {
    header: "Customer",
    phone: "what",
    cell: ({ id, card }) => (
      <span
        className="block max-w-44 truncate xl:max-w-72 max-md:max-w-[55vw]"
        title={card.ownerEmail ?? ""}
      >
        <Opener href={`/store-credit?view=issued&transaction=${id}`} onOpen={() => open(id)}>
          {card.ownerEmail ?? `Card ending in ${card.last4}`}
        </Opener>
      </span>
    ),
  },
  {
    header: "Kind",
    phone: "state",
    cell: ({ source }) => <span className="text-muted max-md:text-sm">{creditKindOf(source)}</span>,
  },
  {
    header: "Reason",
    phone: "hidden",
    from: "lg",
    cell: ({ note }) =>
      note && (
        <span className="block max-w-56 truncate" title={note}>
          {note}
        </span>
      ),
  },
  { ...byColumn, header: "Issued by", from: "lg" },
  { ...whenColumn, from: "lg" },
  amountColumn,
];
