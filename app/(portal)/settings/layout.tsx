import { SettingsFrame } from "@/components/portal/shell/settings-nav";

export default SettingsFrame;
