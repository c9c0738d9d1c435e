import type { Metadata } from "next";
import { BatchView } from "@/components/batches/batch-view";

export const metadata: Metadata = { title: "Batch" };

export default async function BatchPage({ params }: { params: Promise<{ id: string }> }) {
  return <BatchView {...(await params)} />;
}
