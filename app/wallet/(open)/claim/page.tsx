import { titledByHeading } from "@/app/messages";
import { ClaimForm } from "@/components/wallet/code-forms";

export const generateMetadata = titledByHeading("claim.title");

export default ClaimForm;
