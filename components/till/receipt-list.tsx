import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useOpenTill } from "./context";
import type { Receipt } from "./types";
import { kindInWords, momentInWords, outcomeInWords, receiptAmount } from "./words";

type Props = {
  receipts: Receipt[];
  /** Whether each movement says which card it was on. */
  withCard: boolean;
};

/** Movements, each of which opens its receipt. */
export function ReceiptList({ receipts, withCard }: Props) {
  const t = useTranslations("till");
  const { go, device } = useOpenTill();
  return (
    <ul className="divide-y overflow-hidden rounded-md border bg-surface">
      {receipts.map((receipt) => (
        <li key={receipt.transactionId}>
          <button
            type="button"
            className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
            onClick={() => go({ at: "receipt", receipt })}
          >
            <span className="min-w-0 flex-1">
              <span className="block text-lg font-medium">{kindInWords(t, receipt)}</span>
              <span className="block text-base text-muted">
                {withCard && `${t("receipt.masked", { last4: receipt.card.last4 })} · `}
                {momentInWords(receipt.at, device.store.timeZone)}
                <b className="block font-medium text-ink empty:hidden">
                  {outcomeInWords(t, receipt)}
                </b>
              </span>
            </span>
            <span className="text-lg font-medium whitespace-nowrap tabular-nums">
              {receiptAmount(receipt)}
            </span>
            <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
