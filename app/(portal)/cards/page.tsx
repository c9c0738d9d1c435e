import type { Metadata } from "next";
import { CardsView } from "@/components/cards/cards-view";

export const metadata: Metadata = { title: "Cards" };

export default CardsView;
