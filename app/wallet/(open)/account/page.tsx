import { titledByHeading } from "@/app/messages";
import { AccountView } from "@/components/wallet/account-view";

export const generateMetadata = titledByHeading("account.title");

export default AccountView;
