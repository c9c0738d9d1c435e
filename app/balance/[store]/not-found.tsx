import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Messages } from "@/app/messages";
import { EmptyState } from "@/components/ui/states";
import { WalletFrame } from "@/components/wallet/frame";
import { WalletProviders } from "@/components/wallet/wallet-providers";

export default function NoSuchStore() {
  const t = useTranslations("wallet");
  return (
    <Messages areas={["wallet"]}>
      <WalletProviders>
        <WalletFrame>
          <h1 className="sr-only">{t("balance.missing.title")}</h1>
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={t("balance.missing.title")}
            text={t("balance.missing.text")}
          />
        </WalletFrame>
      </WalletProviders>
    </Messages>
  );
}
