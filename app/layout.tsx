import "@fontsource-variable/geist/wght.css";
import sans from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2";
import "@fontsource-variable/geist-mono/wght.css";
import mono from "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { themeCookie, themeOf } from "@/components/portal/shell/preferences";
import "./globals.css";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { default: "Scrip", template: "%s · Scrip" },
  description: (await getTranslations("common"))("description"),
  icons: "/favicon.svg",
});

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f7" },
    { media: "(prefers-color-scheme: dark)", color: "#141311" },
  ],
};

const PRELOADED_FONT = { as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value);
  const { common } = await getMessages();
  // The letters of English. Others load when a page has them.
  for (const font of [sans, mono]) preload(font, PRELOADED_FONT);
  return (
    <html lang={await getLocale()} data-theme={theme} className="font-sans">
      <body>
        <NextIntlClientProvider messages={{ common }}>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}
