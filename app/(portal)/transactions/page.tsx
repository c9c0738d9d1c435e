import { pageWithData } from "@/app/first-data";
import { titled } from "@/app/messages";
import { transactionsReads } from "@/components/portal/transactions/filters";
import { TransactionsView } from "@/components/portal/transactions/transactions-view";

export const generateMetadata = titled("transactions");

export default pageWithData(
  TransactionsView,
  transactionsReads,
  "transactions",
  "cards",
  "storeCredit",
);
