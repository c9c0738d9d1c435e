import { pageOf, titled } from "@/app/messages";
import { KeysView } from "@/components/portal/keys/keys-view";

export const generateMetadata = titled("apiKeys");

export default pageOf(KeysView, "auth", "keys");
