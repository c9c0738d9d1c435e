import type { Metadata } from "next";
import { CardsView } from "@/components/wallet/cards-view";

export const metadata: Metadata = { title: "Your cards" };

export default CardsView;
