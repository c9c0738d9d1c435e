import type { Metadata } from "next";
import { StoreView } from "@/components/store/store-view";

export const metadata: Metadata = { title: "Store settings" };

export default StoreView;
