"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ArrowDown, CircleCheck } from "lucide-react";
import Link from "next/link";
import { formatMoney } from "@/components/money";
import { usePost } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { onDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RequestFailure } from "@/components/ui/request-failure";
import type { Order } from "./transfer-order";
import type { OwnTransfer, TransferQuote } from "./types";

type Props = { order: Order; quote: TransferQuote; onBack: () => void };

/** Confirms a transfer with both amounts and the exchange rate, then shows the result. */
export function TransferConfirmation({ order, quote, onBack }: Props) {
  const client = useQueryClient();
  const send = usePost("/api/wallet/transfers");
  const move = () =>
    send.mutate(
      { ...order, ...(quote.quoteId && { quoteId: quote.quoteId }) },
      { onSuccess: () => void client.invalidateQueries({ queryKey: ["wallet"] }) },
    );
  if (send.data) return <Done done={send.data} storeName={quote.storeName} />;
  return (
    <>
      <div className="grid justify-items-center gap-2 rounded-lg border bg-surface p-5 text-center">
        <p className="text-xl font-semibold tabular-nums">
          {formatMoney(quote.amountCents, quote.from)}
        </p>
        <ArrowDown className="size-5 text-muted" aria-hidden />
        <p className="text-2xl font-semibold tabular-nums">
          {formatMoney(quote.arrivesCents, quote.to)}
        </p>
        <p className="text-muted">
          arrives at {quote.storeName}, on the card ending in {quote.last4}
        </p>
        {quote.rate && quote.asOf && (
          <p className="text-sm text-muted">
            1 {quote.from} = {quote.rate} {quote.to}, the European Central Bank's rate of{" "}
            {onDate(quote.asOf)}, held for ten minutes
          </p>
        )}
      </div>
      {quote.stale && quote.asOf && (
        <Notice tone="attention">
          This rate is {daysSince(quote.asOf)} days old. Today's may be better or worse.
        </Notice>
      )}
      <p className="text-muted">Moving it can't be undone.</p>
      <RequestFailure error={send.error} />
      <div className="grid gap-3">
        <Button variant="primary" busy={send.isPending} onClick={move} size="lg" className="w-full">
          Move {formatMoney(quote.amountCents, quote.from)}
        </Button>
        <Button disabled={send.isPending} onClick={onBack} size="lg" className="w-full">
          Change
        </Button>
      </div>
    </>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** Full days since a calendar date (YYYY-MM-DD). */
const daysSince = (date: string): number => Math.floor((Date.now() - Date.parse(date)) / dayMs);

const Done = ({ done, storeName }: { done: OwnTransfer; storeName: string }) => (
  <div role="status" className="grid justify-items-center gap-2 text-center">
    <CircleCheck className="size-8 text-accent-text" aria-hidden />
    <p className="text-lg font-semibold">
      {formatMoney(done.arrivedCents, done.arrivedCurrency)} arrived at {storeName}
    </p>
    <Button asChild size="lg" className="mt-4 w-full">
      <Link href="/wallet">Your cards</Link>
    </Button>
  </div>
);
