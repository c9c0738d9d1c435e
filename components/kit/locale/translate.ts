import type { useTranslations } from "next-intl";
import type { Area } from "@/lib/base/i18n/messages";

/** Translates keys of an area: what `useTranslations(area)` returns, for functions that aren't hooks. */
export type Translate<OfArea extends Area> = ReturnType<typeof useTranslations<OfArea>>;
