import { cva } from "class-variance-authority";
import Link from "next/link";
import { todayIn } from "@/components/days";
import { formatMoney } from "@/components/money";
import { useSession } from "@/components/session";
import type { Card, CardStatus } from "@/components/types";
import { Chip, type StateLabel } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/format";
import { cardStates, frozenState, isExpired } from "./words";

/** A card's last 4, with dots that screen readers skip. */
export const CardEnding = ({ last4 }: { last4: string }) => (
  <>
    <span aria-hidden>•••• </span>
    <span className="sr-only">Card ending in </span>
    {last4}
  </>
);

type Props = { uuid: string; last4: string; className?: string };

export const CardCellLink = ({ uuid, last4, className }: Props) => (
  <Link
    href={`/cards/${uuid}`}
    prefetch={false}
    className={cx("font-mono text-sm font-medium underline-offset-4 hover:underline", className)}
  >
    <CardEnding last4={last4} />
  </Link>
);

const drawingClasses = cva(
  "relative isolate flex aspect-[1.586] w-full max-w-sm flex-col justify-between overflow-hidden rounded-lg bg-linear-to-br p-5 text-card-ink shadow-float",
  {
    variants: {
      status: {
        active: "from-card-from to-card-to",
        inactive: "from-card-spent-from to-card-spent-to",
        disabled: "from-card-spent-from to-card-spent-to",
      },
    },
  },
);

type CardDrawingProps = {
  storeName: string;
  code: string;
  amountCents: number;
  currency: string;
  status: CardStatus;
  expired?: boolean;
  frozen?: boolean;
  /** The label to show instead of the status, if the card doesn't exist yet. */
  word?: string;
};

/** A drawing of a gift card. `code` is shown as is, so mask it first. */
export function CardDrawing({
  storeName,
  code,
  amountCents,
  currency,
  ...state
}: CardDrawingProps) {
  const { status, expired = false, frozen = false } = state;
  const { word = stateLabel(status, { expired, frozen }).word } = state;
  return (
    <div className={drawingClasses({ status: expired || frozen ? "inactive" : status })}>
      <Rings />
      <div className="flex items-start justify-between gap-3">
        <p className="truncate text-lg font-semibold">{storeName}</p>
        <p className="rounded-sm border border-card-ink/50 px-1.5 text-xs leading-5 whitespace-nowrap">
          {word}
        </p>
      </div>
      <div>
        <p className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatMoney(amountCents, currency)}
        </p>
        <p className="mt-1 font-mono text-base tracking-wider whitespace-nowrap">{code}</p>
      </div>
    </div>
  );
}

const radii = [40, 64, 88, 112, 136, 160, 184, 208];

const Rings = () => (
  <svg
    viewBox="0 0 320 200"
    preserveAspectRatio="xMaxYMax slice"
    className="absolute inset-0 -z-10 size-full opacity-15"
    aria-hidden="true"
  >
    {radii.map((radius) => (
      <circle key={radius} cx="300" cy="190" r={radius} fill="none" stroke="currentColor" />
    ))}
  </svg>
);

/** Whether an active card has expired, by the date of the store's clock, in its time zone. */
export function useIsExpired(card: Pick<Card, "status" | "expiresOn">): boolean {
  const { merchant } = useSession();
  return isExpired(card, todayIn(merchant.timeZone, merchant.clockOffsetMs));
}

type Flags = { expired: boolean; frozen: boolean };

/** A card's status, with "Frozen", or "Expired" for active cards past their expiration date. */
function stateLabel(status: CardStatus, { expired, frozen }: Flags): StateLabel {
  if (status === "active" && frozen) return frozenState;
  return cardStates[expired ? "expired" : status];
}

export function StateChip({ frozen, ...card }: Pick<Card, "status" | "expiresOn" | "frozen">) {
  const expired = useIsExpired(card);
  return <Chip {...stateLabel(card.status, { expired, frozen })} />;
}

type Balance = Pick<Card, "balanceCents" | "availableCents" | "currency" | "status">;

/** A card's balance in a list, with the amount that is held. Struck through if the card is disabled. */
export const ListedBalance = ({ balanceCents, availableCents, currency, status }: Balance) => (
  <>
    <span className={status === "disabled" ? "text-muted line-through" : "font-medium"}>
      <Money amountCents={balanceCents} currency={currency} />
    </span>
    {availableCents < balanceCents && (
      <span className="block text-sm text-muted">
        <Money amountCents={balanceCents - availableCents} currency={currency} /> held
      </span>
    )}
  </>
);
