import type { Metadata } from "next";
import { CardView } from "@/components/cards/card-view";

export const metadata: Metadata = { title: "Card" };

export default async function CardPage({ params }: { params: Promise<{ uuid: string }> }) {
  return <CardView {...(await params)} />;
}
