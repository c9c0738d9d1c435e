import { pageWithData } from "@/app/first-data";
import { titled } from "@/app/messages";
import { CustomersView } from "@/components/portal/customers/customers-view";
import { customersReads } from "@/components/portal/customers/filters";

export const generateMetadata = titled("customers");

export default pageWithData(CustomersView, customersReads, "customers");
