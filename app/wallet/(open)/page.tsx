import { titledByHeading } from "@/app/messages";
import { WithWalletData } from "@/app/wallet/first-data";
import { CardsView } from "@/components/wallet/cards-view";
import { ownCards } from "@/components/wallet/reads";

export const generateMetadata = titledByHeading("cards.title");

export default function WalletPage() {
  return (
    <WithWalletData reads={(load) => load(ownCards)}>
      <CardsView />
    </WithWalletData>
  );
}
