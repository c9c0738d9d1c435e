import type { Metadata } from "next";
import { TransferForm } from "@/components/wallet/transfer-form";

export const metadata: Metadata = { title: "Move to another store" };

export default async function TransferPage({ params }: PageProps<"/wallet/cards/[uuid]/transfer">) {
  const { uuid } = await params;
  return <TransferForm uuid={uuid} />;
}
