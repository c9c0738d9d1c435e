import { pageOf, titled } from "@/app/messages";
import { ForgotForm } from "@/components/auth/forgot-form";

export const generateMetadata = titled("forgotPassword");

export default pageOf(ForgotForm, "auth");
