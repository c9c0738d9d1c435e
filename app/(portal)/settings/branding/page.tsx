import { pageOf, titled } from "@/app/messages";
import { BrandingView } from "@/components/portal/branding/branding-view";

export const generateMetadata = titled("branding");

export default pageOf(BrandingView, "branding");
