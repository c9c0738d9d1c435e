import { pageOf, titled } from "@/app/messages";
import { ReportsView } from "@/components/portal/reports/reports-view";

export const generateMetadata = titled("reports");

export default pageOf(ReportsView, "reports", "agreements", "cards", "overview", "platform");
