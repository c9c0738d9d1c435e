import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { WalletProviders } from "@/components/wallet/wallet-providers";

// A wallet has cards of many stores, so the titles of its pages have the wallet's name, not a store's.
export const generateMetadata = async (): Promise<Metadata> => {
  const name = (await getTranslations("wallet"))("frame.brand");
  return { title: { default: name, template: `%s · ${name}` } };
};

export default function WalletLayout({ children }: { children: ReactNode }) {
  return (
    <Messages areas={["wallet", "scan"]}>
      <WalletProviders>{children}</WalletProviders>
    </Messages>
  );
}
