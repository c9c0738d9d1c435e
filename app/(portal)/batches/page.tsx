import type { Metadata } from "next";
import { BatchesView } from "@/components/batches/batches-view";

export const metadata: Metadata = { title: "Batches" };

export default BatchesView;
