import { Ban, CircleCheck, CircleHelp, CircleX, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { inFours } from "@/components/kit/cards/words";
import { formatMoney } from "@/components/kit/money/money";
import { LazyQrCode } from "@/components/kit/ui/lazy/codes";
import { focusFirst, TillButton } from "./button";
import { useOpenTill } from "./context";
import { NoticeScreen } from "./notice-screen";
import type { Operation } from "./operation";
import { ReceiptActions } from "./receipt-actions";
import { ReceiptFacts } from "./receipt-facts";
import type { Receipt } from "./types";
import { useEscape, useTypedAnywhere } from "./use-keys";
import type { OperationState } from "./use-operation";
import { errorInWords, kindInWords, operationInWords } from "./words";

type Props = {
  state: OperationState;
  onRetry: (operation: Operation) => void;
  onCancel: (operation: Operation) => void;
  /** Leaves the result. `typed` is the beginning of the next code. */
  onDone: (typed?: string) => void;
  /** Shows the operation's card again. */
  onCard: (uuid: string) => void;
};

/** An operation that is sent, and what became of it. Says that something happened only if the server said so. */
export function OperationScreen({ state, onRetry, onCancel, onDone, onCard }: Props) {
  const [t, tCommon] = [useTranslations("till"), useTranslations("common")];
  const { operation } = state;
  switch (state.phase) {
    case "sending":
    case "cancelling":
      return (
        <NoticeScreen
          icon={<LoaderCircle className="animate-spin" aria-hidden />}
          title={t(state.phase === "sending" ? "operation.sending" : "operation.cancelling")}
          text={operationInWords(t, operation)}
        />
      );
    case "unknown":
      return <Unknown state={state} onRetry={onRetry} onCancel={onCancel} />;
    case "completed":
      return <Result receipt={state.receipt} emailedTo={emailOf(operation)} onDone={onDone} />;
    case "cancelled":
      return (
        <NoticeScreen
          icon={<Ban aria-hidden />}
          title={t("operation.cancelled.title")}
          text={t("operation.cancelled.text")}
        >
          <DoneButton onDone={onDone} />
        </NoticeScreen>
      );
    case "refused":
      return (
        <NoticeScreen
          icon={<CircleX className="text-danger" aria-hidden />}
          title={t("operation.refused.title")}
          text={`${errorInWords(t, tCommon, state.error)} ${t("operation.refused.text")}`}
        >
          <BackToCard operation={operation} onDone={onDone} onCard={onCard} />
        </NoticeScreen>
      );
  }
}

function BackToCard({
  operation,
  onDone,
  onCard,
}: Pick<Props, "onDone" | "onCard"> & { operation: Operation }) {
  const t = useTranslations("till");
  const { card } = operation;
  if (!card) return <DoneButton onDone={onDone} />;
  return (
    <TillButton ref={focusFirst} look="primary" onClick={() => onCard(card.uuid)}>
      {t("operation.refused.back")}
    </TillButton>
  );
}

// An Enter that was pressed twice must not leave the result that it brought.
const readyAfterMs = 400;
/** Longer if the cashier has to collect the rest. */
const readyToCollectAfterMs = 1_000;

type DoneProps = Pick<Props, "onDone"> & { collects?: boolean };

function DoneButton({ onDone, collects = false }: DoneProps) {
  const t = useTranslations("till");
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const pauseMs = collects ? readyToCollectAfterMs : readyAfterMs;
    const timer = setTimeout(() => setReady(true), pauseMs);
    return () => clearTimeout(timer);
  }, [collects]);
  useEscape(onDone);
  useTypedAnywhere(onDone);
  return (
    <TillButton
      ref={focusFirst}
      look="primary"
      className="w-full"
      aria-disabled={!isReady}
      onClick={() => isReady && onDone()}
    >
      {t("done.button")}
    </TillButton>
  );
}

type UnknownProps = Pick<Props, "onRetry" | "onCancel"> & {
  state: Extract<OperationState, { phase: "unknown" }>;
};

function Unknown({ state: { operation, absent }, onRetry, onCancel }: UnknownProps) {
  const t = useTranslations("till");
  return (
    <NoticeScreen
      icon={<CircleHelp className="text-attention" aria-hidden />}
      title={t("operation.unknown.title")}
      text={operationInWords(t, operation)}
    >
      <p className="text-lg text-muted">
        {t(absent ? "operation.unknown.absent" : "operation.unknown.text")}
      </p>
      <TillButton ref={focusFirst} look="primary" onClick={() => onRetry(operation)}>
        {t("operation.unknown.retry")}
      </TillButton>
      <TillButton onClick={() => onCancel(operation)}>{t("operation.unknown.cancel")}</TillButton>
    </NoticeScreen>
  );
}

/** Who got the new card by email; null for anything else. */
const emailOf = (operation: Operation): string | null =>
  operation.kind === "digital" ? operation.email : null;

type ResultProps = Pick<Props, "onDone"> & { receipt: Receipt; emailedTo: string | null };

function Result({ receipt, emailedTo, onDone }: ResultProps) {
  const t = useTranslations("till");
  const { device } = useOpenTill();
  const money = (cents: number) => formatMoney(cents, receipt.currency);
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-6 md:grid-cols-2 md:gap-10">
      <div className="grid content-start gap-5">
        <div className="grid gap-1">
          <h1 className="flex items-center gap-2 text-xl font-semibold text-positive">
            <CircleCheck className="size-6" aria-hidden />
            {kindInWords(t, receipt)}
          </h1>
          <p className="text-4xl font-semibold tracking-tight tabular-nums">
            {money(receipt.amountCents)}
          </p>
        </div>
        {(receipt.remainingAmountCents ?? 0) > 0 && (
          <div className="rounded-md border border-attention-line bg-attention-tint p-4 text-attention">
            <p className="text-lg font-medium">{t("receipt.rest")}</p>
            <p className="text-4xl font-semibold tracking-tight tabular-nums">
              {money(receipt.remainingAmountCents ?? 0)}
            </p>
          </div>
        )}
        {emailedTo && (
          <p className="text-lg text-positive">{t("receipt.cardSent", { email: emailedTo })}</p>
        )}
        <DoneButton onDone={onDone} collects={(receipt.remainingAmountCents ?? 0) > 0} />
      </div>
      <div className="grid content-start gap-4">
        {receipt.code && <DigitalCard code={receipt.code} />}
        <div className="rounded-md border bg-surface p-4 text-lg">
          <ReceiptFacts receipt={receipt} timeZone={device.store.timeZone} />
        </div>
        <ReceiptActions receipt={receipt} isOwned={emailedTo !== null} />
      </div>
    </div>
  );
}

/** The code of a card that was just sold, for the customer to scan or copy. */
function DigitalCard({ code }: { code: string }) {
  const t = useTranslations("till");
  return (
    <div className="flex items-center gap-4 rounded-md border bg-surface p-4">
      <div className="size-28 shrink-0">
        <LazyQrCode text={code} label={t("receipt.qrOfCode")} className="size-28" />
      </div>
      <div className="min-w-0">
        <p className="text-base text-muted">{t("receipt.code")}</p>
        <p className="font-mono text-lg font-medium wrap-anywhere">{inFours(code)}</p>
        <p className="text-base text-muted">{t("receipt.treatLikeCash")}</p>
      </div>
    </div>
  );
}
