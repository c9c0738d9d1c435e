import { pageOf, titled } from "@/app/messages";
import { AccountView } from "@/components/account/account-view";

export const generateMetadata = titled("account");

export default pageOf(AccountView, "account", "auth");
