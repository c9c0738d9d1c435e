"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ReactNode } from "react";

type Props = { messages: object; children: ReactNode };

/** Adds messages to those of the provider above. */
export function MessagesProvider({ messages, children }: Props) {
  const [locale, outer] = [useLocale(), useMessages()];
  return (
    <NextIntlClientProvider locale={locale} messages={{ ...outer, ...messages }}>
      {children}
    </NextIntlClientProvider>
  );
}
