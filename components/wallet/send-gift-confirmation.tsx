import { CircleCheck } from "lucide-react";
import Link from "next/link";
import type { ApiError } from "@/components/api";
import { formatMoney } from "@/components/money";
import { Button } from "@/components/ui/button";
import { formatDate, LocalTime } from "@/components/ui/format";
import { Confirmation } from "./confirmation";
import type { OwnCard, SentGift } from "./types";
import { isScheduled } from "./words";

export type GiftOrder = {
  amountCents: number;
  recipientEmail: string;
  message: string;
  deliverOn: string;
};

type Props = {
  card: OwnCard;
  order: GiftOrder;
  busy: boolean;
  error: ApiError | null;
  onConfirm: () => void;
  onBack: () => void;
};

export function GiftConfirmation({ card, order, ...step }: Props) {
  const amount = formatMoney(order.amountCents, card.currency);
  return (
    <div className="grid gap-5">
      <Confirmation
        {...step}
        verb={`Send ${amount}`}
        summary={
          <>
            <p className="text-2xl font-semibold tabular-nums">{amount}</p>
            <p className="min-w-0 wrap-anywhere">
              to <b className="font-medium">{order.recipientEmail}</b>
            </p>
            <p className="text-muted">
              to spend at {card.store.name}, from the card ending in {card.last4}
            </p>
            {order.message && (
              <p className="whitespace-pre-line text-muted wrap-anywhere">“{order.message}”</p>
            )}
          </>
        }
      >
        <p className="text-muted">
          {order.deliverOn
            ? `The mail leaves on ${formatDate(order.deliverOn)}, at nine in the morning where you are.`
            : "The mail leaves now."}{" "}
          The amount leaves your card now. If nobody accepts it within 30 days of the mail, or you
          take it back before, it returns.
        </p>
      </Confirmation>
    </div>
  );
}

/** Confirms that the gift was sent, and says when its email goes out. */
export const GiftSent = ({ gift }: { gift: SentGift }) => (
  <div className="grid gap-6">
    <div role="status" className="grid justify-items-center gap-2 text-center">
      <CircleCheck className="size-8 text-accent-text" aria-hidden />
      <p className="text-lg font-semibold">
        Sent: {formatMoney(gift.amountCents, gift.currency)} for{" "}
        <span className="wrap-anywhere">{gift.recipientEmail}</span>
      </p>
      <p className="text-muted">
        {isScheduled(gift) ? (
          <>
            The mail leaves on <LocalTime at={gift.deliverAt} />.
          </>
        ) : (
          "The mail is on its way."
        )}{" "}
        You hear when it is accepted.
      </p>
    </div>
    <div className="grid gap-3">
      <Button asChild variant="primary" size="lg" className="w-full">
        <Link href="/wallet/gifts">See the gifts you sent</Link>
      </Button>
      <Button asChild size="lg" className="w-full">
        <Link href="/wallet">Your cards</Link>
      </Button>
    </div>
  </div>
);
