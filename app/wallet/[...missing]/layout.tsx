import type { ReactNode } from "react";
import { titled } from "@/app/messages";
import { WalletFrame } from "@/components/wallet/frame";
import { currentWallet } from "../wallet-session";

export const generateMetadata = titled("notFound");

export default async function MissingWalletLayout({ children }: { children: ReactNode }) {
  const wallet = await currentWallet();
  return <WalletFrame {...(wallet && { signedIn: true })}>{children}</WalletFrame>;
}
