import type { Metadata } from "next";

export const metadata: Metadata = { title: "Store credit" };

export { StoreCreditView as default } from "@/components/store-credit/store-credit-view";
