import type { Translate } from "@/components/kit/locale/translate";

/** What can happen to the balance of a card that is disabled. Only owners can write it off. */
export function balanceOptions(t: Translate<"cards">, isOwner: boolean) {
  const keep = { value: "keep", label: t("deactivate.keep"), help: t("deactivate.keepHelp") };
  const writeOff = {
    value: "write_off",
    label: t("deactivate.writeOff"),
    help: t("deactivate.writeOffHelp"),
  };
  return isOwner ? [keep, writeOff] : [keep];
}
