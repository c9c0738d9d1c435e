import { createTranslator } from "use-intl/core";
import type { Translate } from "@/components/kit/locale/translate";
import { type Area, TRANSLATIONS } from "@/lib/base/i18n/messages";

/** Translates keys of an area to English, as `useTranslations(area)` does in a component. */
export const translator = <OfArea extends Area>(area: OfArea) =>
  createTranslator({
    locale: "en-US",
    messages: TRANSLATIONS.en,
    namespace: area,
  }) as unknown as Translate<OfArea>;
