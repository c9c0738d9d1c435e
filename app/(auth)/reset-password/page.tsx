import { pageOf, titled } from "@/app/messages";
import { ResetForm } from "@/components/auth/reset-form";

export const generateMetadata = titled("resetPassword", { robots: { index: false } });

export default pageOf(ResetForm, "auth");
