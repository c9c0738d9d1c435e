import { titled } from "@/app/messages";
import { ClaimForm } from "@/components/wallet/code-forms";

export const generateMetadata = titled("addCard");

export default ClaimForm;
