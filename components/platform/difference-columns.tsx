import { CardCellLink } from "@/components/cards/card-ending";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Money } from "@/components/ui/money";
import type { Column } from "@/components/ui/table";
import { QueueButton } from "./queue-button";
import { differenceCents, shopCents } from "./settlements";
import type { Difference } from "./types";
import { causeWords } from "./words";

/** The columns of what differs; `onSettle` is null for who may only read. */
export const differenceColumns = (
  onSettle: ((difference: Difference) => void) | null,
): Column<Difference>[] => [
  {
    id: "card",
    header: "Card",
    phone: "what",
    cell: ({ cardUuid, last4 }) => <CardCellLink uuid={cardUuid} last4={last4} />,
  },
  {
    id: "cause",
    header: "Cause",
    phone: "when",
    cell: ({ cause, reason }) => {
      const { word, tone, why } = causeWords[cause];
      return (
        <div className="grid max-w-md justify-items-start gap-0.5 py-2 whitespace-normal">
          <Chip tone={tone}>{word}</Chip>
          <span className="text-sm text-muted wrap-anywhere">
            {cause === "failed" && reason ? reason : why}
          </span>
        </div>
      );
    },
  },
  {
    id: "ours",
    header: "Here",
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: ({ ledgerCents, currency }) => <Money amountCents={ledgerCents} currency={currency} />,
  },
  {
    id: "theirs",
    header: "In the shop",
    phone: "hidden",
    from: "lg",
    align: "right",
    cell: (difference) => {
      const amountCents = shopCents(difference);
      return amountCents === null ? (
        <span className="text-muted">–</span>
      ) : (
        <Money amountCents={amountCents} currency={difference.currency} />
      );
    },
  },
  {
    id: "difference",
    header: "Difference",
    phone: "amount",
    align: "right",
    cell: (difference) => (
      <span className="font-medium">
        <Money amountCents={differenceCents(difference)} currency={difference.currency} signed />
      </span>
    ),
  },
  {
    id: "remedy",
    header: "Remedy",
    headerHidden: true,
    phone: "state",
    align: "right",
    cell: (difference) => onSettle && <Remedy difference={difference} onSettle={onSettle} />,
  },
];

type RemedyProps = { difference: Difference; onSettle: (difference: Difference) => void };

function Remedy({ difference, onSettle }: RemedyProps) {
  const { remedies, cardUuid, last4 } = difference;
  const ofCard = <span className="sr-only"> the card ending in {last4}</span>;
  if (remedies.includes("retry")) {
    return (
      <QueueButton uuid={cardUuid} size="sm">
        <span>Retry{ofCard}</span>
      </QueueButton>
    );
  }
  if (remedies.length === 0) return null;
  return (
    <Button size="sm" onClick={() => onSettle(difference)}>
      <span>Settle{ofCard}</span>
    </Button>
  );
}
