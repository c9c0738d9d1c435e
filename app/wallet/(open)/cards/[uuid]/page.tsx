import { titledByHeading } from "@/app/messages";
import { uuidInUrl } from "@/app/page-ids";
import { WithWalletData } from "@/app/wallet/first-data";
import { CardView } from "@/components/wallet/card-view";
import { ownCard, ownCards, ownHistory } from "@/components/wallet/reads";

export const generateMetadata = titledByHeading("card.title");

export default async function WalletCardPage({ params }: PageProps<"/wallet/cards/[uuid]">) {
  const uuid = uuidInUrl((await params).uuid);
  return (
    <WithWalletData
      reads={(load) => Promise.all([load(ownCard(uuid)), load(ownCards), load(ownHistory(uuid))])}
    >
      <CardView uuid={uuid} />
    </WithWalletData>
  );
}
