import type { Metadata } from "next";

export const metadata: Metadata = { title: "Store settings" };

export { StoreView as default } from "@/components/store/store-view";
