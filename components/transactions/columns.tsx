import Link from "next/link";
import type { Movement } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/money";
import type { Column } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { Opener } from "./opener";
import { movementStates, nameOf, signedCents, wordOf } from "./words";

const endingIn = ({ last4 }: Movement["card"]) => (
  <>
    <span aria-hidden>•••• </span>
    <span className="sr-only">card ending in </span>
    {last4}
  </>
);

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
  id: "when",
  header: "When",
  phone: "when",
  cell: ({ createdAt }) => (
    <span className="text-muted">
      <Time at={createdAt} />
    </span>
  ),
};

export const amountColumn: Column<Movement> = {
  id: "amount",
  header: "Amount",
  phone: "amount",
  align: "right",
  cell: (movement) => (
    <span className={cx("font-medium", movement.status === "failed" && "text-muted line-through")}>
      <Money amountCents={signedCents(movement)} currency={movement.currency} signed />
    </span>
  ),
};

/** The columns of movements; `open` shows one, whose address is `hrefOf` it. */
export const movementColumns = (
  open: (id: string) => void,
  hrefOf: (id: string) => string,
): Column<Movement>[] => [
  {
    id: "type",
    header: "Type",
    phone: "what",
    cell: (movement) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <Opener href={hrefOf(movement.id)} onOpen={() => open(movement.id)}>
          {wordOf(movement)}
        </Opener>
        <span className="font-mono text-sm font-normal text-muted md:hidden">
          {endingIn(movement.card)}
        </span>
        {movement.note && (
          <span className="hidden max-w-48 truncate text-muted sm:block">{movement.note}</span>
        )}
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    phone: "state",
    cell: ({ status }) => (
      <Chip tone={movementStates[status].tone}>{movementStates[status].word}</Chip>
    ),
  },
  {
    id: "card",
    header: "Card",
    phone: "hidden",
    cell: (movement) => (
      <Link
        href={`/cards/${movement.cardUuid}`}
        prefetch={false}
        className="relative z-1 font-mono text-sm font-medium underline-offset-4 hover:underline"
      >
        {endingIn(movement.card)}
      </Link>
    ),
  },
  {
    id: "reference",
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
    id: "balance",
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
