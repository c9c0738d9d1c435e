import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { get, unreachable } from "@/components/kit/api/api";
import { BackButton } from "./back-button";
import { useOpenTill } from "./context";
import { ListSkeleton, LoadFailure } from "./load-failure";
import { ReceiptList } from "./receipt-list";
import { useTypedAnywhere } from "./use-keys";
import { useLoaded } from "./use-loaded";

const loadReceipts = async () => {
  const loaded = await get("/api/till/receipts");
  if (!loaded) throw unreachable();
  return loaded.receipts;
};

/** The newest receipts of this till. */
export function RecentScreen() {
  const t = useTranslations("till");
  const { go } = useOpenTill();
  const { data, error, reload } = useLoaded(loadReceipts);
  useTypedAnywhere(useCallback((typed: string) => go({ at: "home", typed }), [go]));
  return (
    <>
      <BackButton onBack={useCallback(() => go({ at: "home" }), [go])} />
      <h1 className="text-2xl font-semibold">{t("recent.title")}</h1>
      {error && <LoadFailure error={error} onRetry={() => void reload()} />}
      {!data && !error && <ListSkeleton />}
      {data?.length === 0 && <p className="text-lg text-muted">{t("recent.empty")}</p>}
      {data && data.length > 0 && <ReceiptList receipts={data} withCard focused />}
    </>
  );
}
