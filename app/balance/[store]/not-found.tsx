import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Messages } from "@/app/messages";
import { EmptyState } from "@/components/kit/ui/states";

export default function NoSuchStore() {
  const t = useTranslations("wallet");
  return (
    <Messages areas={["wallet"]}>
      <main className="mx-auto max-w-2xl px-4 py-6">
        <h1 className="sr-only">{t("balance.missing.title")}</h1>
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t("balance.missing.title")}
          text={t("balance.missing.text")}
        />
      </main>
    </Messages>
  );
}
