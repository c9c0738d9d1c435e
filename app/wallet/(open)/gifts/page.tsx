import { titledByHeading } from "@/app/messages";
import { GiftsView } from "@/components/wallet/gifts-view";

export const generateMetadata = titledByHeading("gifts.title");

export default GiftsView;
