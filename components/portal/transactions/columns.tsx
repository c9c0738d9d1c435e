import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Movement } from "@/components/kit/api/types";
import {
  actorName,
  movementOutcome,
  originalInWords,
  signedCents,
  wordOf,
} from "@/components/kit/cards/transaction-words";
import type { Translate } from "@/components/kit/locale/translate";
import { Chip } from "@/components/kit/ui/chip";
import { cx } from "@/components/kit/ui/cx";
import { Money } from "@/components/kit/ui/format";
import type { ColumnSort } from "@/components/kit/ui/sort-header";
import { type Column, textColumn, timeColumn } from "@/components/kit/ui/table";
import { CardCellLink, CardEnding } from "@/components/portal/cards/card-parts";
import { whyReturned } from "@/components/portal/gifts/columns";

type T = Translate<"transactions">;

type Props = { href: string; onOpen: () => void; className?: string; children: ReactNode };

/** A link that opens the side panel; in a new tab it opens its own URL. By default, it covers its row. */
export const SidePanelLink = ({ href, onOpen, className, children }: Props) => (
  <a
    href={href}
    className={cx(
      "underline-offset-4 hover:underline",
      className ?? "font-medium after:absolute after:inset-0",
    )}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onOpen();
    }}
  >
    {children}
  </a>
);

export const actorColumn = (t: T, header: string, from: "lg" | "xl") =>
  textColumn<Movement>(header, ({ actor }) => actorName(t, actor), {
    className: "max-w-36 text-muted",
    from,
  });

export const whenColumn = (t: T): Column<Movement> =>
  timeColumn<Movement>(t("column.when"), ({ createdAt }) => createdAt);

export const amountColumn = (t: T): Column<Movement> => ({
  header: t("column.amount"),
  phone: "amount",
  align: "right",
  cell: (movement) => (
    <span className="font-medium">
      <Money amountCents={signedCents(movement)} currency={movement.currency} signed />
    </span>
  ),
});

/** What became of a transaction. Nothing if it is completed and nothing of it was returned. */
export function OutcomeChip({ movement }: { movement: Movement }) {
  const t = useTranslations("transactions");
  const outcome = movementOutcome(t, movement);
  return outcome && <Chip {...outcome} />;
}

type OriginalProps = {
  movement: Movement;
  open: (id: string) => void;
  hrefOf: (id: string) => string;
};

/** After "Refund" or "Reversal": a link to what it refunds or reverses. Nothing for other transactions. */
function OriginalLink({ movement, open, hrefOf }: OriginalProps) {
  const t = useTranslations("transactions");
  const id = movement.reversesTransactionId ?? movement.originalTransactionId;
  if (!id) return null;
  return (
    <SidePanelLink href={hrefOf(id)} onOpen={() => open(id)} className="relative z-1 text-muted">
      {originalInWords(t, movement)}
    </SidePanelLink>
  );
}

function Detail({ returned, note }: Movement) {
  const t = useTranslations("cards");
  const detail = returned ? whyReturned(t, returned) : note;
  if (!detail) return null;
  return (
    <span className="hidden max-w-48 truncate text-muted stacked:sm:block min-[90rem]:block print:block">
      {detail}
    </span>
  );
}

/**
 * Columns of the transaction list; `open` shows one in the side panel, `hrefOf` gives its URL. `sort` is omitted
 * in lists of one order.
 */
export const movementColumns = (
  t: T,
  open: (id: string) => void,
  hrefOf: (id: string) => string,
  sort?: ColumnSort,
): Column<Movement>[] => [
  {
    header: t("column.type"),
    phone: "what",
    cell: (movement) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <SidePanelLink href={hrefOf(movement.id)} onOpen={() => open(movement.id)}>
          {wordOf(t, movement)}
        </SidePanelLink>
        <OriginalLink movement={movement} open={open} hrefOf={hrefOf} />
        <span className="font-mono text-sm font-normal text-muted unstacked:hidden">
          <CardEnding last4={movement.card.last4} />
        </span>
        <Detail {...movement} />
      </span>
    ),
  },
  {
    header: t("column.status"),
    phone: "state",
    cell: (movement) => <OutcomeChip movement={movement} />,
  },
  {
    header: t("column.card"),
    phone: "hidden",
    cell: (movement) => (
      <CardCellLink uuid={movement.cardUuid} last4={movement.card.last4} className="relative z-1" />
    ),
  },
  textColumn(t("column.reference"), ({ referenceId }) => referenceId, {
    className: "max-w-40 font-mono text-sm text-muted",
    from: "xl",
  }),
  {
    header: t("column.actor"),
    phone: "who",
    from: "xl",
    cell: ({ actor, card }) => (
      <span className="block max-w-36 truncate text-muted stacked:max-w-none">
        <span className="stacked:hidden">{actorName(t, actor)}</span>
        <span className="unstacked:hidden">{card.ownerEmail ?? actorName(t, actor)}</span>
      </span>
    ),
  },
  { ...whenColumn(t), phone: "hidden", ...(sort && { sort }) },
  amountColumn(t),
  {
    header: t("column.balanceAfter"),
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
