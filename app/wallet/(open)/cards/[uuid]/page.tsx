import { titled } from "@/app/messages";
import { CardView } from "@/components/wallet/card-view";

export const generateMetadata = titled("card");

export default async function WalletCardPage({ params }: PageProps<"/wallet/cards/[uuid]">) {
  const { uuid } = await params;
  return <CardView uuid={uuid} />;
}
