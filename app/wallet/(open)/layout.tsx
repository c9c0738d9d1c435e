import type { ReactNode } from "react";
import { WalletFrame } from "@/components/wallet/frame";
import { requireWallet } from "../wallet-session";

export default async function OpenWalletLayout({ children }: { children: ReactNode }) {
  await requireWallet();
  return <WalletFrame signedIn>{children}</WalletFrame>;
}
