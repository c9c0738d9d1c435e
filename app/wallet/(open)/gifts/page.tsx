import type { Metadata } from "next";
import { GiftsView } from "@/components/wallet/gifts-view";

export const metadata: Metadata = { title: "Gifts you sent" };

export default GiftsView;
