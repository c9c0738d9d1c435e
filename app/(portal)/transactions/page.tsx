import type { Metadata } from "next";

export const metadata: Metadata = { title: "Transactions" };

export { TransactionsView as default } from "@/components/transactions/transactions-view";
