import type { Metadata } from "next";

export const metadata: Metadata = { title: "Cards" };

export { CardsView as default } from "@/components/cards/cards-view";
