import { pageOf, titled } from "@/app/messages";
import { SettingsIndex } from "@/components/portal/shell/settings-nav";

export const generateMetadata = titled("settings");

export default pageOf(SettingsIndex);
