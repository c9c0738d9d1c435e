import { useTranslations } from "next-intl";
import { useIsOwner } from "@/components/kit/api/session";

/** What can happen to the balance of a card that is disabled. Only owners can write it off. */
export function useBalanceOptions() {
  const t = useTranslations("cards");
  const keep = { value: "keep", label: t("deactivate.keep"), help: t("deactivate.keepHelp") };
  const writeOff = {
    value: "write_off",
    label: t("deactivate.writeOff"),
    help: t("deactivate.writeOffHelp"),
  };
  return useIsOwner() ? [keep, writeOff] : [keep];
}
