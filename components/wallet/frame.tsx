"use client";

import { CircleUser, Languages } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OfflineNotice } from "@/components/kit/page/offline";
import { buttonColors } from "@/components/kit/store/brand";
import { StoreName } from "@/components/kit/store/store-logo";
import { Button } from "@/components/kit/ui/button";
import { SkipLink } from "@/components/kit/ui/skip-link";
import { LanguageSelect } from "./language-select";
import { WalletProviders } from "./wallet-providers";

type Props = {
  signedIn?: true;
  /** The store that the page belongs to, whose color its buttons have; without one, it is the wallet's. */
  store?: { name: string; logoUrl: string | null; brandColor: string | null };
  children: ReactNode;
};

/** Layout of customers' pages: header, offline notice and language. */
export function WalletFrame({ signedIn, store, children }: Props) {
  const t = useTranslations("wallet");
  return (
    <div className="flex min-h-dvh flex-col" style={buttonColors(store?.brandColor)}>
      <SkipLink />
      <OfflineNotice />
      <header className="border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-2xl items-center justify-between gap-4 px-4">
          {store ? (
            <StoreName store={store} />
          ) : (
            <Link
              href="/wallet"
              className="flex h-11 items-center text-lg font-semibold tracking-tight"
            >
              {t("frame.brand")}
            </Link>
          )}
          {signedIn && (
            <Button asChild variant="ghost" size="icon" className="-mr-2 md:size-11">
              <Link href="/wallet/account" aria-label={t("frame.account")}>
                <CircleUser className="size-5!" aria-hidden />
              </Link>
            </Button>
          )}
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-2xl flex-1 grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 py-6 pb-16 outline-none"
      >
        {children}
      </main>
      <footer className="mx-auto flex w-full max-w-2xl items-center gap-2 px-4 pb-8 text-muted">
        <Languages className="size-4 shrink-0" aria-hidden />
        <div className="w-36">
          <LanguageSelect />
        </div>
      </footer>
    </div>
  );
}

/** A customer's page outside the wallet, with its own providers. */
export const CustomerPage = (props: Props) => (
  <WalletProviders>
    <WalletFrame {...props} />
  </WalletProviders>
);
