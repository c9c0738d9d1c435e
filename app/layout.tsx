import "@fontsource-variable/geist/wght.css";
import "@fontsource-variable/geist-mono/wght.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
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

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value);
  const { common } = await getMessages();
  return (
    <html lang={await getLocale()} data-theme={theme} className="font-sans">
      <body>
        <NextIntlClientProvider messages={{ common }}>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}
