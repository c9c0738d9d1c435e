import { pageOf, titled } from "@/app/messages";
import { AuditView } from "@/components/portal/audit/audit-view";

export const generateMetadata = titled("auditLog");

export default pageOf(AuditView, "audit", "platform", "transactions");
