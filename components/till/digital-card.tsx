import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { inFours } from "./words";

const QrCode = dynamic(() => import("@/components/ui/qr-code").then((module) => module.QrCode));

/** The code of a card that was just sold, for the customer to scan or copy. */
export function DigitalCard({ code }: { code: string }) {
  const t = useTranslations("till");
  return (
    <div className="flex items-center gap-4 rounded-md border bg-surface p-4">
      <div className="size-28 shrink-0">
        <QrCode text={code} label={t("receipt.qrOfCode")} className="size-28" />
      </div>
      <div className="min-w-0">
        <p className="text-base text-muted">{t("receipt.code")}</p>
        <p className="font-mono text-lg font-medium wrap-anywhere">{inFours(code)}</p>
        <p className="text-base text-muted">{t("receipt.treatLikeCash")}</p>
      </div>
    </div>
  );
}
