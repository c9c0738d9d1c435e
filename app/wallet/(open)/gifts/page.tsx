import { titledByHeading } from "@/app/messages";
import { WithWalletData } from "@/app/wallet/first-data";
import { GiftsView } from "@/components/wallet/gifts-view";
import { sentGifts } from "@/components/wallet/reads";

export const generateMetadata = titledByHeading("gifts.title");

export default function SentGiftsPage() {
  return (
    <WithWalletData reads={(load) => load(sentGifts)}>
      <GiftsView />
    </WithWalletData>
  );
}
