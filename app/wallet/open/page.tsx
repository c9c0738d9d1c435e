import type { Metadata } from "next";
import { WalletFrame } from "@/components/wallet/frame";
import { OpenLink } from "@/components/wallet/open-link";

export const metadata: Metadata = { title: "Open your wallet", robots: { index: false } };

export default function OpenLinkPage() {
  return (
    <WalletFrame>
      <OpenLink />
    </WalletFrame>
  );
}
