import type { Metadata } from "next";

export const metadata: Metadata = { title: "Import cards" };

export { ImportView as default } from "@/components/batches/import-view";
