import { CardCellLink, CardEnding } from "@/components/cards/card-parts";
import { whyReturned } from "@/components/gifts/words";
import type { Movement } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { Money, Time } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";
import { Opener } from "./opener";
import { movementStates, nameOf, signedCents, wordOf } from "./words";

export const byColumn: Omit<Column<Movement>, "header"> = {
  id: "by",
  phone: "hidden",
  cell: ({ actor }) => (
    <span className="block max-w-36 truncate text-muted" title={nameOf(actor)}>
      {nameOf(actor)}
    </span>
  ),
};

export const whenColumn: Column<Movement> = {
  header: "When",
  phone: "when",
  muted: true,
  cell: ({ createdAt }) => <Time at={createdAt} />,
};

export const amountColumn: Column<Movement> = {
  header: "Amount",
  phone: "amount",
  align: "right",
  cell: (movement) => (
    <span className="font-medium">
      <Money amountCents={signedCents(movement)} currency={movement.currency} signed />
    </span>
  ),
};

function Detail({ returned, note }: Movement) {
  const detail = returned ? whyReturned(returned) : note;
  if (!detail) return null;
  return (
    <span className="hidden max-w-48 truncate text-muted sm:max-md:block lg:block" title={detail}>
      {detail}
    </span>
  );
}

/** Columns of the transaction list; `open` shows one in the side panel, `hrefOf` gives its URL. */
export const movementColumns = (
  open: (id: string) => void,
  hrefOf: (id: string) => string,
): Column<Movement>[] => [
  {
    header: "Type",
    phone: "what",
    cell: (movement) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <Opener href={hrefOf(movement.id)} onOpen={() => open(movement.id)}>
          {wordOf(movement)}
        </Opener>
        <span className="font-mono text-sm font-normal text-muted md:hidden">
          <CardEnding last4={movement.card.last4} />
        </span>
        <Detail {...movement} />
      </span>
    ),
  },
  {
    header: "Status",
    phone: "state",
    cell: ({ status }) => <Chip {...movementStates[status]} />,
  },
  {
    header: "Card",
    phone: "hidden",
    cell: (movement) => (
      <CardCellLink uuid={movement.cardUuid} last4={movement.card.last4} className="relative z-1" />
    ),
  },
  {
    header: "Reference",
    phone: "hidden",
    from: "lg",
    cell: ({ referenceId }) =>
      referenceId && (
        <span className="block max-w-40 truncate font-mono text-sm text-muted" title={referenceId}>
          {referenceId}
        </span>
      ),
  },
  { ...byColumn, header: "Made by", from: "xl" },
  whenColumn,
  amountColumn,
  {
    header: "Balance after",
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ balanceAfterCents, currency }) => (
      <span className="text-muted">
        <Money amountCents={balanceAfterCents} currency={currency} />
      </span>
    ),
  },
];
