import { pageOf, titled } from "@/app/messages";
import { StoreView } from "@/components/portal/store/store-view";

export const generateMetadata = titled("storeDetails");

export default pageOf(StoreView, "store");
