import { useTranslations } from "next-intl";
import { PrintedSheet } from "./printed-sheet";
import { ClosingTotals } from "./totals-table";
import type { Closing, Device } from "./types";
import { momentInWords } from "./words";

type Props = { closing: Closing; store: Device["store"]; onDone: () => void };

/** A closing report on paper. */
export function PrintedClosing({ closing, store, onDone }: Props) {
  const t = useTranslations("till");
  return (
    <PrintedSheet store={store} onDone={onDone}>
      {store.isTest && <p className="text-center font-semibold">{t("receipt.test")}</p>}
      <div className="text-center">
        <p className="text-lg font-semibold">{t("closing.report", { number: closing.number })}</p>
        <p>{closing.device.name}</p>
        <p>
          {t("closing.by", {
            cashier: closing.cashier.name,
            date: momentInWords(closing.closedAt, store.timeZone),
          })}
        </p>
      </div>
      <ClosingTotals totals={closing.totals} />
    </PrintedSheet>
  );
}
