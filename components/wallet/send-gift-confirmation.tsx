import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ApiError } from "@/components/kit/api/api";
import { formatDate } from "@/components/kit/locale/days";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { LocalTime } from "@/components/kit/ui/format";
import type { GiftDesign } from "@/lib/base/gift-designs";
import { Confirmation } from "./confirmation";
import { GiftDrawing } from "./gift-drawing";
import type { OwnCard, SentGift } from "./types";
import { isScheduled, personOf } from "./words";

export type GiftOrder = {
  amountCents: number;
  recipientEmail: string;
  recipientName: string;
  senderName: string;
  design: GiftDesign | null;
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
  const t = useTranslations("wallet");
  const amount = formatMoney(order.amountCents, card.currency);
  return (
    <div className="grid gap-5">
      <Confirmation
        {...step}
        card={card}
        amountCents={order.amountCents}
        verb={t("gift.confirmation.submit", { amount })}
        summary={
          <>
            <GiftDrawing
              design={order.design}
              store={card.store}
              amountCents={order.amountCents}
              currency={card.currency}
              word={t("card.giftCard")}
            />
            <p className="min-w-0 wrap-anywhere">
              {t.rich(order.recipientName ? "gift.confirmation.toNamed" : "gift.confirmation.to", {
                b: (text) => <b className="font-medium">{text}</b>,
                name: order.recipientName,
                email: order.recipientEmail,
              })}
            </p>
            <p className="text-muted">
              {t("gift.confirmation.from", { store: card.store.name, last4: card.last4 })}
            </p>
            {order.message && (
              <p className="whitespace-pre-line text-muted wrap-anywhere">“{order.message}”</p>
            )}
            {order.senderName && (
              <p className="wrap-anywhere text-muted">
                {t("gift.confirmation.signed", { name: order.senderName })}
              </p>
            )}
          </>
        }
      >
        <p className="text-muted">
          {order.deliverOn
            ? t("gift.confirmation.emailOn", { date: formatDate(order.deliverOn) })
            : t("gift.confirmation.emailNow")}{" "}
          {t("gift.confirmation.terms")}
        </p>
      </Confirmation>
    </div>
  );
}

/** Confirms that the gift was sent, and says when its email goes out. */
export function GiftSent({ gift }: { gift: SentGift }) {
  const t = useTranslations("wallet");
  return (
    <div className="grid gap-6">
      <div role="status" className="grid justify-items-center gap-2 text-center">
        <CircleCheck className="size-8 text-accent-text" aria-hidden />
        <p className="text-lg font-semibold">
          {t.rich("gift.sent.title", {
            b: (text) => <span className="wrap-anywhere">{text}</span>,
            amount: formatMoney(gift.amountCents, gift.currency),
            email: personOf(t, gift.recipientName, gift.recipientEmail),
          })}
        </p>
        <p className="text-muted">
          {isScheduled(gift)
            ? t.rich("gift.sent.emailOn", { time: () => <LocalTime at={gift.deliverAt} /> })
            : t("gift.sent.emailed")}
        </p>
      </div>
      <div className="grid gap-3">
        <Button asChild variant="primary" size="lg" className="w-full">
          <Link href="/wallet/gifts">{t("gift.sent.gifts")}</Link>
        </Button>
        <Button asChild size="lg" className="w-full">
          <Link href="/wallet">{t("cards.title")}</Link>
        </Button>
      </div>
    </div>
  );
}
