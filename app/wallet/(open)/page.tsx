import { titled } from "@/app/messages";
import { CardsView } from "@/components/wallet/cards-view";

export const generateMetadata = titled("yourCards");

export default CardsView;
