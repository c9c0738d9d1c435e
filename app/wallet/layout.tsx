import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { WalletProviders } from "@/components/wallet/wallet-providers";

export default function WalletLayout({ children }: { children: ReactNode }) {
  return (
    <Messages areas={["wallet"]}>
      <WalletProviders>{children}</WalletProviders>
    </Messages>
  );
}
