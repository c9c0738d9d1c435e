import { CreditCard, RotateCcw, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { formatMoney } from "@/components/kit/money/money";
import { useOnline } from "@/components/kit/page/offline";
import { BackButton } from "./back-button";
import { focusFirst, TillButton } from "./button";
import { useOpenTill } from "./context";
import { changeReceipt } from "./operation";
import { ReceiptActions } from "./receipt-actions";
import { ReceiptFacts } from "./receipt-facts";
import type { Receipt } from "./types";
import { useTypedAnywhere } from "./use-keys";
import { useShowCard } from "./use-show-card";
import { kindInWords, receiptAmount } from "./words";

/** A receipt that was looked up, with what can still be done about its movement. */
export function ReceiptScreen({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("till");
  const { device, go } = useOpenTill();
  const showCard = useShowCard();
  useTypedAnywhere(useCallback((typed: string) => go({ at: "home", typed }), [go]));
  return (
    <>
      <BackButton onBack={useCallback(() => go({ at: "home" }), [go])} />
      <div className="mx-auto grid w-full max-w-xl gap-5">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold">{kindInWords(t, receipt)}</h1>
          <p className="text-3xl font-semibold tracking-tight tabular-nums">
            {receiptAmount(receipt)}
          </p>
        </div>
        <div className="rounded-md border bg-surface p-4 text-lg">
          <ReceiptFacts receipt={receipt} timeZone={device.store.timeZone} />
        </div>
        {receipt.refundableCents > 0 && <p className="text-lg text-muted">{t("receipt.change")}</p>}
        <div className="grid gap-3 sm:grid-cols-2">
          {receipt.refundableCents > 0 && (
            <TillButton ref={focusFirst} onClick={() => go({ at: "refund", receipt })}>
              <Undo2 aria-hidden /> {t("receipt.refund")}
            </TillButton>
          )}
          {receipt.reversible && (
            <TillButton
              ref={receipt.refundableCents > 0 ? null : focusFirst}
              onClick={() => go({ at: "reverse", receipt })}
            >
              <RotateCcw aria-hidden /> {t("receipt.reverse")}
            </TillButton>
          )}
          <TillButton onClick={() => void showCard(receipt.card.uuid)}>
            <CreditCard aria-hidden /> {t("receipt.openCard")}
          </TillButton>
        </div>
        <ReceiptActions receipt={receipt} />
      </div>
    </>
  );
}

const reversibleKinds = ["issued", "topped_up", "redeemed", "refunded"] as const;

/** Says in numbers what a reversal does, before it is sent. */
export function ReverseScreen({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("till");
  const { start, go } = useOpenTill();
  const online = useOnline();
  const amount = formatMoney(receipt.amountCents, receipt.currency);
  const kind = reversibleKinds.find((one) => one === receipt.kind) ?? "redeemed";
  return (
    <>
      <BackButton onBack={useCallback(() => go({ at: "receipt", receipt }), [go, receipt])} />
      <div className="mx-auto grid w-full max-w-xl gap-5">
        <h1 className="text-2xl font-semibold">{t(`reverse.${kind}.title`)}</h1>
        <p className="text-xl">
          {t(`reverse.${kind}.text`, { amount, last4: receipt.card.last4 })}
        </p>
        <TillButton
          ref={focusFirst}
          look="danger"
          disabled={!online}
          onClick={() => start(changeReceipt("reverse", receipt, receipt.amountCents))}
        >
          {t("reverse.submit", { amount })}
        </TillButton>
      </div>
    </>
  );
}
