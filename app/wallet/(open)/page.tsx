import { titledByHeading } from "@/app/messages";
import { CardsView } from "@/components/wallet/cards-view";

export const generateMetadata = titledByHeading("cards.title");

export default CardsView;
