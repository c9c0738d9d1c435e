import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSession } from "@/components/kit/api/session";
import { useSwitchStore } from "@/components/portal/shell/use-switch-store";
import { durationInWords } from "./duration";

/** Stays at the top of every page of a test store, so that nobody takes what it shows for real. */
export function TestModeBanner() {
  const t = useTranslations("testMode");
  const { merchant } = useSession();
  const leave = useSwitchStore();
  const duration = durationInWords(t, merchant.clockOffsetMs / 1_000);
  return (
    <section
      aria-label={t("title")}
      className="sticky top-0 z-20 flex h-(--banner-height) items-center justify-center gap-3 border-b border-attention-line bg-attention-tint px-4 text-sm text-attention print:static"
    >
      <FlaskConical className="size-4 shrink-0" aria-hidden />
      <p className="min-w-0 truncate">
        <b className="font-semibold">{t("banner.warning")}</b>
        {merchant.clockOffsetMs > 0 && (
          <span className="max-sm:hidden"> · {t("banner.clockAhead", { duration })}</span>
        )}
      </p>
      <button
        type="button"
        className="h-full shrink-0 font-medium underline underline-offset-4 disabled:opacity-60 print:hidden"
        disabled={leave.isPending}
        onClick={() =>
          leave.mutate({ merchantId: merchant.liveMerchantId ?? merchant.id, testMode: false })
        }
      >
        {t("banner.leave")}
      </button>
    </section>
  );
}
