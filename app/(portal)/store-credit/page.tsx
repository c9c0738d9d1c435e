import { pageWithData } from "@/app/first-data";
import { titled } from "@/app/messages";
import { storeCreditReads } from "@/components/portal/store-credit/filters";
import { StoreCreditView } from "@/components/portal/store-credit/store-credit-view";

export const generateMetadata = titled("storeCredit");

export default pageWithData(
  StoreCreditView,
  storeCreditReads,
  "storeCredit",
  "transactions",
  "cards",
);
