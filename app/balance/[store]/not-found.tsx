import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Messages } from "@/app/messages";
import { EmptyState } from "@/components/kit/ui/states";
import { CustomerPage } from "@/components/wallet/frame";

export default function NoSuchStore() {
  const t = useTranslations("wallet");
  return (
    <Messages areas={["wallet"]}>
      <CustomerPage>
        <h1 className="sr-only">{t("balance.missing.title")}</h1>
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t("balance.missing.title")}
          text={t("balance.missing.text")}
        />
      </CustomerPage>
    </Messages>
  );
}
