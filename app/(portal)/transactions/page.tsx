import { pageOf, titled } from "@/app/messages";
import { TransactionsView } from "@/components/portal/transactions/transactions-view";

export const generateMetadata = titled("transactions");

export default pageOf(TransactionsView, "transactions", "cards", "storeCredit");
