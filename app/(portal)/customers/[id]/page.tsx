import type { Metadata } from "next";
import { CustomerView } from "@/components/customers/customer-view";

export const metadata: Metadata = { title: "Customer" };

export default async function CustomerPage({ params }: { params: Promise<{ id: string }> }) {
  return <CustomerView {...(await params)} />;
}
