import { pageOf, titled } from "@/app/messages";
import { CashiersView } from "@/components/portal/cashiers/cashiers-view";

export const generateMetadata = titled("cashiers");

export default pageOf(CashiersView, "cashiers", "keys");
