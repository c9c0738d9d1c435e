import { pageWithData } from "@/app/first-data";
import { titled } from "@/app/messages";
import { CardsView } from "@/components/portal/cards/cards-view";
import { cardsReads } from "@/components/portal/cards/filters";

export const generateMetadata = titled("cards");

export default pageWithData(CardsView, cardsReads, "cards");
