import { useTranslations } from "next-intl";
import { inFours } from "@/components/kit/cards/words";
import { LazyQrCode } from "@/components/kit/ui/lazy/codes";

/** The code of a card that was just sold, for the customer to scan or copy. */
export function DigitalCard({ code }: { code: string }) {
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
