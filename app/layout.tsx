import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { themeCookie, themeOf } from "@/components/shell/preferences";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Scrip", template: "%s · Scrip" },
  description: "Gift cards for your store.",
  icons: "/favicon.svg",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f7" },
    { media: "(prefers-color-scheme: dark)", color: "#141311" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(themeCookie)?.value);
  return (
    <html
      lang="en"
      data-theme={theme}
      className={`${GeistSans.variable} ${GeistMono.variable} font-sans`}
    >
      <body>{children}</body>
    </html>
  );
}
