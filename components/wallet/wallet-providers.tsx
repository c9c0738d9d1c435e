"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Providers } from "@/components/kit/api/providers";
import { RefusalTextsProvider } from "@/components/kit/api/refusal-texts";
import { refusalTexts } from "./refusals";

/** Providers of customers' pages, with errors in the page's language. */
export function WalletProviders({ children }: { children: ReactNode }) {
  const texts = refusalTexts(useTranslations("wallet"), useTranslations("common"));
  return (
    <RefusalTextsProvider value={texts}>
      <Providers signInPath="/wallet/sign-in">{children}</Providers>
    </RefusalTextsProvider>
  );
}
