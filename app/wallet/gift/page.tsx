import type { Metadata } from "next";
import { WalletFrame } from "@/components/wallet/frame";
import { OfferedGift } from "@/components/wallet/offered-gift";

export const metadata: Metadata = { title: "A gift for you", robots: { index: false } };

export default function OfferedGiftPage() {
  return (
    <WalletFrame>
      <OfferedGift />
    </WalletFrame>
  );
}
