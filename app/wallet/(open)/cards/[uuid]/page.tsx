import type { Metadata } from "next";
import { CardView } from "@/components/wallet/card-view";

export const metadata: Metadata = { title: "Card" };

export default async function WalletCardPage({ params }: PageProps<"/wallet/cards/[uuid]">) {
  const { uuid } = await params;
  return <CardView uuid={uuid} />;
}
