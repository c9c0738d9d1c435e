import { pageOf, titled } from "@/app/messages";
import { AccountView } from "@/components/portal/account/account-view";

export const generateMetadata = titled("account");

export default pageOf(AccountView, "account", "auth");
