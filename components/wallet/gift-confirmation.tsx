"use client";

import { CircleCheck } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { ApiError } from "@/components/api";
import { formatMoney } from "@/components/money";
import { Button } from "@/components/ui/button";
import { LocalTime, onDate } from "@/components/ui/format";
import { RequestFailure } from "@/components/ui/request-failure";
import type { OwnCard, SentGift } from "./types";

/** A gift's details before it is sent. */
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
  failure: ApiError | null;
  onSend: () => void;
  onBack: () => void;
};

/** Confirmation before a gift is sent: amount, recipient and delivery date. */
export function GiftConfirmation({ card, order, busy, failure, onSend, onBack }: Props) {
  const amount = formatMoney(order.amountCents, card.currency);
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-center gap-2 rounded-lg border bg-surface p-5 text-center">
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
      </div>
      <p className="text-muted">
        {order.deliverOn
          ? `The mail leaves on ${onDate(order.deliverOn)}, at nine in the morning where you are.`
          : "The mail leaves now."}{" "}
        The amount leaves your card now. If nobody accepts it within 30 days of the mail, or you
        take it back before, it returns.
      </p>
      <RequestFailure error={failure} />
      <div className="grid gap-3">
        <Button variant="primary" busy={busy} onClick={onSend} size="lg" className="w-full">
          Send {amount}
        </Button>
        <Button disabled={busy} onClick={onBack} size="lg" className="w-full">
          Change
        </Button>
      </div>
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
      <p className="text-muted">{leaving(gift)}</p>
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

const leaving = ({ deliverAt }: SentGift): ReactNode =>
  new Date(deliverAt).getTime() > Date.now() ? (
    <>
      The mail leaves on <LocalTime at={deliverAt} />. You hear when it is accepted.
    </>
  ) : (
    "The mail is on its way. You hear when it is accepted."
  );
