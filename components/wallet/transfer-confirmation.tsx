import { ArrowDown, CircleCheck } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { BodyOf, ReplyOf } from "@/components/kit/api/api";
import { usePost } from "@/components/kit/api/queries";
import { formatDate } from "@/components/kit/locale/days";
import { pageLocale } from "@/components/kit/locale/locale";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { Confirmation } from "./confirmation";
import type { OwnCard } from "./types";

export type Quoted = {
  order: BodyOf<"/api/wallet/transfers/quote">;
  quote: ReplyOf<"/api/wallet/transfers/quote", "POST">;
};

type Props = Quoted & { card: OwnCard; onBack: () => void };

/** Confirms a transfer with both amounts and the exchange rate, then shows the result. */
export function TransferConfirmation({ card, order, quote, onBack }: Props) {
  const t = useTranslations("wallet");
  const send = usePost("/api/wallet/transfers", { refresh: [["wallet"]] });
  const { quoteId, asOf } = quote;
  const amount = formatMoney(quote.amountCents, quote.from);
  const leaves = t("transfer.leaves", { store: card.store.name, last4: card.last4 });
  if (send.data) {
    return (
      <div role="status" className="grid justify-items-center gap-2 text-center">
        <CircleCheck className="size-8 text-accent-text" aria-hidden />
        <p className="text-lg font-semibold">
          {t("transfer.done", {
            amount: formatMoney(send.data.arrivedCents, send.data.arrivedCurrency),
            store: quote.storeName,
            last4: quote.last4,
          })}
        </p>
        <p className="text-muted">{leaves}</p>
        <Button asChild size="lg" className="mt-4 w-full">
          <Link href="/wallet">{t("cards.title")}</Link>
        </Button>
      </div>
    );
  }
  return (
    <Confirmation
      card={card}
      amountCents={quote.amountCents}
      verb={t("transfer.submit", { amount })}
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate({ ...order, ...(quoteId && { quoteId }) })}
      onBack={onBack}
      summary={
        <>
          <p className="text-xl font-semibold tabular-nums">{amount}</p>
          <p className="text-muted">{leaves}</p>
          <ArrowDown className="size-5 text-muted" aria-hidden />
          <p className="text-2xl font-semibold tabular-nums">
            {formatMoney(quote.arrivesCents, quote.to)}
          </p>
          <p className="text-muted">
            {t("transfer.arrives", { store: quote.storeName, last4: quote.last4 })}
          </p>
          {quote.rate && asOf && (
            <p className="text-sm text-muted">
              {t("transfer.rate", {
                from: quote.from,
                to: quote.to,
                rate: formatRate(quote.rate),
                date: formatDate(asOf),
              })}
            </p>
          )}
        </>
      }
    >
      {quote.stale && asOf && (
        <Notice tone="attention">{t("transfer.staleRate", { days: daysSince(asOf) })}</Notice>
      )}
      <p className="text-muted">{t("transfer.final")}</p>
    </Confirmation>
  );
}

/** Formats a decimal number with all its digits. */
const formatRate = (rate: string) =>
  new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: 20 }).format(Number(rate));

const dayMs = 24 * 60 * 60 * 1000;

/** Full days since a calendar date (YYYY-MM-DD). */
const daysSince = (date: string): number => Math.floor((Date.now() - Date.parse(date)) / dayMs);
