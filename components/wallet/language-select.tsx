"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { post } from "@/components/kit/api/api";
import { useToastError } from "@/components/kit/page/toast";
import { Select } from "@/components/kit/ui/select";
import {
  CUSTOMER_LANGUAGES,
  LANGUAGE_NAMES,
  type Language,
  languageOf,
  pickLocale,
} from "@/lib/base/i18n/languages";

const options = CUSTOMER_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** Chooses the language of customers' pages in this browser, and of emails to the person who is signed in. */
export function LanguageSelect() {
  const t = useTranslations("wallet");
  const router = useRouter();
  const choose = useMutation({
    mutationFn: (language: Language) => post("/api/wallet/language", { language }),
    onSuccess: (_, language) => {
      // Before the refresh, because components read the locale of dates and amounts here (pageLocale).
      document.documentElement.lang = pickLocale({
        chosen: language,
        accepted: navigator.languages.join(),
        languages: CUSTOMER_LANGUAGES,
      });
      router.refresh();
    },
    onError: useToastError(),
  });
  return (
    <Select
      aria-label={t("frame.language")}
      value={languageOf(useLocale()) ?? "en"}
      onValueChange={(language) => choose.mutate(language as Language)}
      options={options}
    />
  );
}
