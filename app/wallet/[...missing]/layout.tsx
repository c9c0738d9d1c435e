import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { WalletFrame } from "@/components/wallet/frame";
import { currentWallet } from "../wallet-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("common"))("notFound.title") };
}

export default async function MissingWalletLayout({ children }: { children: ReactNode }) {
  const wallet = await currentWallet();
  return <WalletFrame {...(wallet && { signedIn: true })}>{children}</WalletFrame>;
}
