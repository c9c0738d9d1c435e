import { pageOf, titled } from "@/app/messages";
import { CardsView } from "@/components/portal/cards/cards-view";

export const generateMetadata = titled("cards");

export default pageOf(CardsView, "cards");
