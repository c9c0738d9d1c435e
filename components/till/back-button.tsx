import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { TillButton } from "./button";
import { useEscape } from "./use-keys";

/** Goes back, also with Escape. */
export function BackButton({ onBack }: { onBack: () => void }) {
  const t = useTranslations("common");
  useEscape(onBack);
  return (
    <TillButton look="quiet" className="-my-2 -ml-4 min-h-11 justify-self-start" onClick={onBack}>
      <ArrowLeft aria-hidden /> {t("actions.back")}
    </TillButton>
  );
}
