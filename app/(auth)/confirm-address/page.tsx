import { pageOf, titled } from "@/app/messages";
import { ConfirmAddress } from "@/components/auth/confirm-address";

export const generateMetadata = titled("confirmEmail", { robots: { index: false } });

export default pageOf(ConfirmAddress, "auth");
