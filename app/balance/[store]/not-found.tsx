import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/states";
import { WalletFrame } from "@/components/wallet/frame";

export default function NoSuchStore() {
  const t = useTranslations("wallet");
  return (
    <WalletFrame>
      <h1 className="sr-only">{t("balance.missing.title")}</h1>
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t("balance.missing.title")}
        text={t("balance.missing.text")}
      />
    </WalletFrame>
  );
}
