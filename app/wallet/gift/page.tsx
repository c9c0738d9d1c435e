import { titledByHeading } from "@/app/messages";
import { WalletFrame } from "@/components/wallet/frame";
import { OfferedGift } from "@/components/wallet/offered-gift";
import { currentWallet } from "../wallet-session";

export const generateMetadata = titledByHeading("offer.title", { robots: { index: false } });

export default async function OfferedGiftPage() {
  const wallet = await currentWallet();
  return (
    <WalletFrame>
      <OfferedGift openFor={wallet?.consumer.email ?? null} />
    </WalletFrame>
  );
}
