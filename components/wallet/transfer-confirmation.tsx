import { ArrowDown, CircleCheck } from "lucide-react";
import Link from "next/link";
import type { BodyOf, ReplyOf } from "@/components/api";
import { formatMoney } from "@/components/money";
import { usePost } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Confirmation } from "./confirmation";

export type Quoted = {
  order: BodyOf<"/api/wallet/transfers/quote">;
  quote: ReplyOf<"/api/wallet/transfers/quote", "POST">;
};

/** Confirms a transfer with both amounts and the exchange rate, then shows the result. */
export function TransferConfirmation({ order, quote, onBack }: Quoted & { onBack: () => void }) {
  const send = usePost("/api/wallet/transfers", { refresh: [["wallet"]] });
  const { quoteId, asOf } = quote;
  const amount = formatMoney(quote.amountCents, quote.from);
  if (send.data) {
    return (
      <div role="status" className="grid justify-items-center gap-2 text-center">
        <CircleCheck className="size-8 text-accent-text" aria-hidden />
        <p className="text-lg font-semibold">
          {formatMoney(send.data.arrivedCents, send.data.arrivedCurrency)} arrived at{" "}
          {quote.storeName}
        </p>
        <Button asChild size="lg" className="mt-4 w-full">
          <Link href="/wallet">Your cards</Link>
        </Button>
      </div>
    );
  }
  return (
    <Confirmation
      verb={`Move ${amount}`}
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate({ ...order, ...(quoteId && { quoteId }) })}
      onBack={onBack}
      summary={
        <>
          <p className="text-xl font-semibold tabular-nums">{amount}</p>
          <ArrowDown className="size-5 text-muted" aria-hidden />
          <p className="text-2xl font-semibold tabular-nums">
            {formatMoney(quote.arrivesCents, quote.to)}
          </p>
          <p className="text-muted">
            arrives at {quote.storeName}, on the card ending in {quote.last4}
          </p>
          {quote.rate && asOf && (
            <p className="text-sm text-muted">
              1 {quote.from} = {quote.rate} {quote.to}, the European Central Bank's rate of{" "}
              {formatDate(asOf)}, held for ten minutes
            </p>
          )}
        </>
      }
    >
      {quote.stale && asOf && (
        <Notice tone="attention">
          This rate is {daysSince(asOf)} days old. Today's may be better or worse.
        </Notice>
      )}
      <p className="text-muted">Moving it can't be undone.</p>
    </Confirmation>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** Full days since a calendar date (YYYY-MM-DD). */
const daysSince = (date: string): number => Math.floor((Date.now() - Date.parse(date)) / dayMs);
