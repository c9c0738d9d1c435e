import { useTranslations } from "next-intl";
import { inFours } from "@/components/kit/cards/words";
import { formatMoney } from "@/components/kit/money/money";
import { Barcode } from "@/components/kit/ui/barcode";
import { QrCode } from "@/components/kit/ui/qr-code";
import { PrintedSheet } from "./printed-sheet";
import { ReceiptFacts } from "./receipt-facts";
import type { Device, Receipt } from "./types";
import { kindInWords, receiptAmount } from "./words";

type Props = { receipt: Receipt; store: Device["store"]; onDone: () => void };

/** A receipt on paper. Its number is there as text, QR code and barcode, so that every scanner finds it again. */
export function PrintedReceipt({ receipt, store, onDone }: Props) {
  const t = useTranslations("till");
  const { number, code, remainingAmountCents: rest, currency } = receipt;
  return (
    <PrintedSheet store={store} onDone={onDone}>
      {store.isTest && <p className="text-center font-semibold">{t("receipt.test")}</p>}
      <div className="text-center">
        <p className="text-lg font-medium">{kindInWords(t, receipt)}</p>
        <p className="text-2xl font-semibold tabular-nums">{receiptAmount(receipt)}</p>
      </div>
      {rest !== null && rest > 0 && (
        <p className="flex justify-between border-y border-print py-[1mm] text-xl font-semibold">
          <span>{t("receipt.rest")}</span>
          <span className="tabular-nums">{formatMoney(rest, currency)}</span>
        </p>
      )}
      <ReceiptFacts receipt={receipt} timeZone={store.timeZone} />
      {code && (
        <div className="grid justify-items-center gap-[1mm] border-y border-print py-[2mm] text-center">
          <p>{t("receipt.code")}</p>
          <QrCode text={code} label={t("receipt.qrOfCode")} className="w-[36mm]" />
          <Barcode
            text={code}
            label={t("receipt.barcodeOfCode")}
            moduleMm={0.254}
            className="h-[12mm]"
          />
          <p className="font-mono text-lg font-semibold">{inFours(code)}</p>
          <p>{t("receipt.treatLikeCash")}</p>
        </div>
      )}
      {number && (
        <div className="grid justify-items-center gap-[1mm] text-center">
          <QrCode text={number} label={t("receipt.qrOfNumber")} className="w-[26mm]" />
          <Barcode
            text={number}
            label={t("receipt.barcodeOfNumber")}
            moduleMm={0.254}
            className="h-[12mm]"
          />
          <p className="font-mono text-lg">{number}</p>
          <p>{t("receipt.keep")}</p>
        </div>
      )}
    </PrintedSheet>
  );
}
