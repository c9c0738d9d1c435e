import type { Metadata } from "next";

export const metadata: Metadata = { title: "Customers" };

export { CustomersView as default } from "@/components/customers/customers-view";
