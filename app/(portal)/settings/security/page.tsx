import { pageWithData } from "@/app/first-data";
import { titled } from "@/app/messages";
import { securityReads } from "@/components/portal/security/reads";
import { SecurityView } from "@/components/portal/security/security-view";

export const generateMetadata = titled("security");

export default pageWithData(SecurityView, securityReads, "auth", "security");
