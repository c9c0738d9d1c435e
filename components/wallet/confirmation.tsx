import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import type { OwnCard } from "./types";

type Props = {
  card: OwnCard;
  /** What leaves the card. */
  amountCents: number;
  summary: ReactNode;
  verb: string;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onBack: () => void;
  children: ReactNode;
};

/** The last step before balance leaves a card. Says what is available if that is too little by now. */
export function Confirmation({ card, amountCents, summary, busy, children, ...step }: Props) {
  const t = useTranslations("wallet");
  const { availableCents, currency } = card;
  return (
    <>
      <div className="grid justify-items-center gap-2 rounded-lg border bg-surface p-5 text-center">
        {summary}
      </div>
      {children}
      <RequestFailure error={step.error} />
      {!busy && availableCents < amountCents && (
        <Notice tone="attention">
          {t("card.available", { amount: formatMoney(availableCents, currency) })}
        </Notice>
      )}
      <div className="grid gap-3">
        <Button variant="primary" busy={busy} onClick={step.onConfirm} size="lg" className="w-full">
          {step.verb}
        </Button>
        <Button disabled={busy} onClick={step.onBack} size="lg" className="w-full">
          {t("confirmation.edit")}
        </Button>
      </div>
    </>
  );
}
