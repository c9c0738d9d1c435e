import { pageOf, titled } from "@/app/messages";
import { DevicesView } from "@/components/portal/devices/devices-view";

export const generateMetadata = titled("devices");

export default pageOf(DevicesView, "auth", "devices", "keys");
