import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useState } from "react";
import { formatMoney, usualCentsOf } from "@/components/kit/money/money";
import { normaliseEmail } from "@/lib/base/email";
import { AmountEntry } from "./amount-entry";
import { BackButton } from "./back-button";
import { focusFirst, TillButton } from "./button";
import { useOpenTill } from "./context";
import { changeReceipt, moveOnCard, sellDigital } from "./operation";
import { TillField } from "./text-field";
import type { Receipt, TillCard } from "./types";
import { useShowCard } from "./use-show-card";

const Line = ({
  label,
  strong,
  children,
}: {
  label: string;
  strong?: boolean;
  children: ReactNode;
}) => (
  <p className={`flex items-baseline justify-between gap-4 ${strong ? "font-semibold" : ""}`}>
    <span className={strong ? "" : "text-muted"}>{label}</span>
    <span className={`whitespace-nowrap tabular-nums ${strong ? "text-2xl" : ""}`}>{children}</span>
  </p>
);

/** Leads back to a card's screen. */
function useBackTo({ uuid }: TillCard) {
  const showCard = useShowCard();
  return useCallback(() => void showCard(uuid), [showCard, uuid]);
}

/** Asks for the total to pay, and says what the card covers. */
export function RedeemScreen({ card }: { card: TillCard }) {
  const t = useTranslations("till");
  const { start, device } = useOpenTill();
  const back = useBackTo(card);
  const money = (cents: number) => formatMoney(cents, card.currency);
  const coveredOf = (cents: number) => Math.min(cents, card.availableCents);
  return (
    <AmountEntry
      title={t("amount.redeem.title")}
      currency={card.currency}
      usualCents={usualCentsOf(card.currency, device.store)}
      submitWords={(amount) => t("amount.redeem.submit", { amount })}
      coveredOf={coveredOf}
      onSubmit={(cents) => start(moveOnCard("redeem", card, cents))}
      onBack={back}
    >
      {(cents) => (
        <>
          <Line label={t("card.title", { last4: card.last4 })}>{money(card.availableCents)}</Line>
          <Line label={t("amount.redeem.covered")}>{money(coveredOf(cents))}</Line>
          <Line label={t("amount.redeem.rest")} strong>
            {money(cents - coveredOf(cents))}
          </Line>
        </>
      )}
    </AmountEntry>
  );
}

/** Asks what a card is sold for, or topped up by. */
export const LoadScreen = ({ card }: { card: TillCard }) =>
  card.denominationCents ? (
    <PrintedAmountScreen card={card} cents={card.denominationCents} />
  ) : (
    <LoadAmountScreen card={card} />
  );

/** Asks whether a card is sold for the amount that is printed on it. */
function PrintedAmountScreen({ card, cents }: { card: TillCard; cents: number }) {
  const t = useTranslations("till");
  const { start } = useOpenTill();
  const back = useBackTo(card);
  const amount = formatMoney(cents, card.currency);
  return (
    <div className="grid max-w-xl gap-4 text-lg">
      <BackButton onBack={back} />
      <h1 className="text-xl font-semibold">{t("amount.sell.title")}</h1>
      <Line label={t("card.title", { last4: card.last4 })} strong>
        {amount}
      </Line>
      <p className="text-muted">{t("amount.sell.printed")}</p>
      <TillButton
        ref={focusFirst}
        look="primary"
        className="min-h-18"
        onClick={() => start(moveOnCard("sell", card, cents))}
      >
        {t("amount.sell.submit", { amount })}
      </TillButton>
    </div>
  );
}

function LoadAmountScreen({ card }: { card: TillCard }) {
  const t = useTranslations("till");
  const { start, device } = useOpenTill();
  const back = useBackTo(card);
  const kind = card.status === "inactive" ? "sell" : "topUp";
  return (
    <AmountEntry
      title={t(`amount.${kind}.title`)}
      currency={card.currency}
      usualCents={usualCentsOf(card.currency, device.store)}
      withPresets
      submitWords={(amount) => t(`amount.${kind}.submit`, { amount })}
      onSubmit={(cents) => start(moveOnCard(kind, card, cents))}
      onBack={back}
    >
      {(cents) => (
        <>
          <Line label={t("card.title", { last4: card.last4 })}>
            {formatMoney(card.balanceCents, card.currency)}
          </Line>
          {kind === "topUp" && (
            <Line label={t("amount.topUp.after")} strong>
              {formatMoney(card.balanceCents + cents, card.currency)}
            </Line>
          )}
        </>
      )}
    </AmountEntry>
  );
}

/** Asks for the amount of a new digital card, and where to send it. */
export function DigitalScreen() {
  const t = useTranslations("till");
  const { device, start, go } = useOpenTill();
  const [email, setEmail] = useState("");
  const { currency } = device.store;
  const address = email.trim();
  const wrong =
    address !== "" && normaliseEmail(address) === null ? t("amount.digital.emailWrong") : null;
  return (
    <AmountEntry
      title={t("amount.digital.title")}
      currency={currency}
      usualCents={usualCentsOf(currency, device.store)}
      withPresets
      submitWords={(amount) => t("amount.digital.submit", { amount })}
      blocked={wrong !== null}
      onSubmit={(cents) => start(sellDigital(cents, currency, address || null))}
      onBack={useCallback(() => go({ at: "home" }), [go])}
      more={
        <TillField
          label={t("amount.digital.email")}
          help={t("amount.digital.emailHelp")}
          error={wrong}
          type="email"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      }
    >
      {() => <p className="text-muted">{t("amount.digital.printed")}</p>}
    </AmountEntry>
  );
}

/** Asks how much of a redemption is refunded: all of it at first. */
export function RefundScreen({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("till");
  const { start, go } = useOpenTill();
  const { currency, refundableCents, card } = receipt;
  const most = formatMoney(refundableCents, currency);
  return (
    <AmountEntry
      title={t("amount.refund.title")}
      currency={currency}
      initialCents={refundableCents}
      submitWords={(amount) => t("amount.refund.submit", { amount })}
      problemOf={(cents) =>
        cents > refundableCents ? t("amount.refund.tooMuch", { amount: most }) : null
      }
      onSubmit={(cents) => start(changeReceipt("refund", receipt, cents))}
      onBack={useCallback(() => go({ at: "receipt", receipt }), [go, receipt])}
    >
      {() => (
        <>
          <p>{t("card.title", { last4: card.last4 })}</p>
          <p className="text-muted">{t("amount.refund.most", { amount: most })}</p>
        </>
      )}
    </AmountEntry>
  );
}
