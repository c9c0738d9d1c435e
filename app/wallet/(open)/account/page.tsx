import { titled } from "@/app/messages";
import { AccountView } from "@/components/wallet/account-view";

export const generateMetadata = titled("account");

export default AccountView;
