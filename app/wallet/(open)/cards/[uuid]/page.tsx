import { titledByHeading } from "@/app/messages";
import { uuidInUrl } from "@/app/page-ids";
import { CardView } from "@/components/wallet/card-view";

export const generateMetadata = titledByHeading("card.title");

export default async function WalletCardPage({ params }: PageProps<"/wallet/cards/[uuid]">) {
  const { uuid } = await params;
  return <CardView uuid={uuidInUrl(uuid)} />;
}
