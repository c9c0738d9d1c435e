import { pageOf, titled } from "@/app/messages";
import { SecurityView } from "@/components/portal/security/security-view";

export const generateMetadata = titled("security");

export default pageOf(SecurityView, "auth", "security");
