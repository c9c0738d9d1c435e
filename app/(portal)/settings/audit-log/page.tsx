import { pageWithData } from "@/app/first-data";
import { titled } from "@/app/messages";
import { AuditView } from "@/components/portal/audit/audit-view";
import { auditReads } from "@/components/portal/audit/filters";

export const generateMetadata = titled("auditLog");

export default pageWithData(AuditView, auditReads, "audit", "platform", "transactions");
