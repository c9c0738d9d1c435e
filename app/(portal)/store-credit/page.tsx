import { pageOf, titled } from "@/app/messages";
import { StoreCreditView } from "@/components/portal/store-credit/store-credit-view";

export const generateMetadata = titled("storeCredit");

export default pageOf(StoreCreditView, "storeCredit", "transactions", "cards");
