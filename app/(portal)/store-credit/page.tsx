import type { Metadata } from "next";
import { StoreCreditView } from "@/components/store-credit/store-credit-view";

export const metadata: Metadata = { title: "Store credit" };

export default StoreCreditView;
