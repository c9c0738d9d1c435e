import { titledByHeading } from "@/app/messages";
import { uuidInUrl } from "@/app/page-ids";
import { WithWalletData } from "@/app/wallet/first-data";
import { GiftForm } from "@/components/wallet/gift-form";
import { ownCard } from "@/components/wallet/reads";

export const generateMetadata = titledByHeading("gift.title");

export default async function SendGiftPage({ params }: PageProps<"/wallet/cards/[uuid]/gift">) {
  const uuid = uuidInUrl((await params).uuid);
  return (
    <WithWalletData reads={(load) => load(ownCard(uuid))}>
      <GiftForm uuid={uuid} />
    </WithWalletData>
  );
}
