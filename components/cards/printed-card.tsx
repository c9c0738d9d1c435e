"use client";

import { useEffect } from "react";
import { createPortal } from "react-dom";
import { formatMoney } from "@/components/money";
import { useSession } from "@/components/session";
import { balancePage } from "@/components/store/words";
import type { Card } from "@/components/types";
import { onDate } from "@/components/ui/time";
import { LazyQrCode } from "./lazy-qr-code";
import { inFours } from "./words";

// Until the QR code, the last of it, is drawn.
const longestWaitMs = 2_000;

type Props = { card: Card; code: string; onDone: () => void };

/** The card on paper, alone on its sheet; asks the browser to print as soon as it is drawn. */
export function PrintedCard({ card, code, onDone }: Props) {
  const { merchant } = useSession();
  useEffect(() => {
    const startedAtMs = performance.now();
    let frame = requestAnimationFrame(function print() {
      const drawn = document.querySelector("[data-printed] svg path")?.getAttribute("d");
      if (!drawn && performance.now() - startedAtMs < longestWaitMs) {
        frame = requestAnimationFrame(print);
      } else window.print();
    });
    window.addEventListener("afterprint", onDone);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("afterprint", onDone);
    };
  }, [onDone]);

  return createPortal(
    <article data-printed className="hidden text-print print:block">
      <div className="mx-auto flex w-[148mm] items-center gap-[8mm] rounded-lg border border-print p-[10mm]">
        <div className="grid min-w-0 flex-1 gap-[5mm]">
          <p className="text-xl font-semibold">{merchant.name}</p>
          <div>
            <p className="text-sm">Gift card</p>
            <p className="text-2xl font-semibold tabular-nums">
              {formatMoney(card.balanceCents, card.currency)}
            </p>
          </div>
          <p className="font-mono text-lg whitespace-nowrap">{inFours(code)}</p>
        </div>
        <LazyQrCode
          text={code}
          label="The card's code as a QR code"
          className="w-[36mm] shrink-0"
        />
      </div>
      <div className="mx-auto mt-[6mm] grid w-[148mm] gap-[2mm] text-sm">
        <p>{validity(card)}</p>
        <p>
          Check your balance at{" "}
          <span className="font-medium wrap-anywhere">
            {balancePage(merchant.slug).replace(/^https?:\/\//, "")}
          </span>
          , or show the card at {merchant.name}. Keep it like cash: whoever has the code can spend
          the card.
        </p>
      </div>
    </article>,
    document.body,
  );
}

function validity({ status, expiresOn }: Card): string {
  if (status === "inactive") return "The card can be spent once it has been paid for.";
  return expiresOn ? `Can be spent until ${onDate(expiresOn)}.` : "Can be spent without an end.";
}
