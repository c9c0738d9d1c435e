import type { Metadata } from "next";
import { ImportView } from "@/components/batches/import-view";

export const metadata: Metadata = { title: "Import cards" };

export default ImportView;
