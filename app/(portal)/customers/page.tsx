import { pageOf, titled } from "@/app/messages";
import { CustomersView } from "@/components/portal/customers/customers-view";

export const generateMetadata = titled("customers");

export default pageOf(CustomersView, "customers");
