import { ArrowDownToLine, CirclePlus, Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { formatDate } from "@/components/kit/locale/days";
import { formatMoney } from "@/components/kit/money/money";
import { BackButton } from "./back-button";
import { focusFirst, TillButton } from "./button";
import { useOpenTill } from "./context";
import { ReceiptList } from "./receipt-list";
import type { FoundCard, TillCard } from "./types";
import { useTypedAnywhere } from "./use-keys";
import { type CardState, stateOf } from "./words";

const tones: Record<CardState, string> = {
  active: "bg-positive-tint text-positive",
  inactive: "bg-info-tint text-info",
  disabled: "bg-danger-tint text-danger",
  frozen: "bg-info-tint text-info",
  expired: "bg-attention-tint text-attention",
  empty: "bg-hover text-muted",
};

/** A card: what is on it, what can be done with it, and what was. */
export function CardScreen({ found: { card, receipts } }: { found: FoundCard }) {
  const t = useTranslations("till");
  const { go } = useOpenTill();
  const back = useCallback(() => go({ at: "home" }), [go]);
  // The next card can be scanned from here.
  useTypedAnywhere(useCallback((typed: string) => go({ at: "home", typed }), [go]));
  return (
    <>
      <BackButton onBack={back} />
      <div className="grid gap-6 md:grid-cols-2 md:gap-10">
        <section className="grid content-start gap-5">
          <CardBalance card={card} />
          <CardActions card={card} />
        </section>
        <section className="grid content-start gap-3">
          <h2 className="text-lg font-semibold">{t("card.movements")}</h2>
          {receipts.length === 0 ? (
            <p className="text-lg text-muted">{t("card.noMovements")}</p>
          ) : (
            <>
              <p className="text-lg text-muted">{t("card.movementsHelp")}</p>
              <ReceiptList receipts={receipts} withCard={false} />
            </>
          )}
        </section>
      </div>
    </>
  );
}

function CardBalance({ card }: { card: TillCard }) {
  const t = useTranslations("till");
  const state = stateOf(card);
  const money = (cents: number) => formatMoney(cents, card.currency);
  const heldCents = card.balanceCents - card.availableCents;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl font-semibold">{t("card.title", { last4: card.last4 })}</h1>
        <span className={`rounded-sm px-2 py-0.5 text-lg font-medium ${tones[state]}`}>
          {t(`card.states.${state}`)}
        </span>
      </div>
      <p className="text-4xl font-semibold tracking-tight tabular-nums">
        {money(card.balanceCents)}
      </p>
      {heldCents > 0 && (
        <p className="text-lg text-attention">{t("card.held", { amount: money(heldCents) })}</p>
      )}
      {card.expiresOn && (
        <p className="text-lg text-muted">
          {t(card.expired ? "card.expiredOn" : "card.expires", {
            date: formatDate(card.expiresOn),
          })}
        </p>
      )}
      {state !== "active" && <p className="text-lg">{t(`card.explained.${state}`)}</p>}
    </div>
  );
}

function CardActions({ card }: { card: TillCard }) {
  const t = useTranslations("till");
  const { go } = useOpenTill();
  const state = stateOf(card);
  if (state === "disabled") return null;
  if (state === "inactive") {
    return (
      <TillButton ref={focusFirst} look="primary" onClick={() => go({ at: "load", card })}>
        <Tag aria-hidden /> {t("card.sell")}
      </TillButton>
    );
  }
  const redeemable = state === "active";
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {redeemable && (
        <TillButton ref={focusFirst} look="primary" onClick={() => go({ at: "redeem", card })}>
          <ArrowDownToLine aria-hidden /> {t("card.redeem")}
        </TillButton>
      )}
      <TillButton ref={redeemable ? null : focusFirst} onClick={() => go({ at: "load", card })}>
        <CirclePlus aria-hidden /> {t("card.topUp")}
      </TillButton>
    </div>
  );
}
