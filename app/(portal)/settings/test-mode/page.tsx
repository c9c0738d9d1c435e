import { pageOf, titled } from "@/app/messages";
import { TestModeView } from "@/components/portal/test-mode/test-mode-view";

export const generateMetadata = titled("testMode");

export default pageOf(TestModeView, "mail", "testMode");
