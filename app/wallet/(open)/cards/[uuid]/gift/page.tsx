import type { Metadata } from "next";
import { GiftForm } from "@/components/wallet/gift-form";

export const metadata: Metadata = { title: "Send as a gift" };

export default async function SendGiftPage({ params }: PageProps<"/wallet/cards/[uuid]/gift">) {
  const { uuid } = await params;
  return <GiftForm uuid={uuid} />;
}
