import { titled } from "@/app/messages";
import { GiftsView } from "@/components/wallet/gifts-view";

export const generateMetadata = titled("sentGifts");

export default GiftsView;
