import type { Metadata } from "next";

export const metadata: Metadata = { title: "Batches" };

export { BatchesView as default } from "@/components/batches/batches-view";
