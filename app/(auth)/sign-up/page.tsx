import { useTranslations } from "next-intl";
import { titled } from "@/app/messages";
import { BackToSignIn } from "@/components/auth/auth-form";
import { SignUpForm } from "@/components/auth/sign-up-form";
import { env } from "@/lib/base/config/env";

export const generateMetadata = titled("signUp");

export default function SignUpPage() {
  const t = useTranslations("auth");
  const { signUp } = env();
  if (signUp === "open") return <SignUpForm />;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("signUp.closed.title")}</h1>
      <p className="mt-2 text-muted">
        {t(signUp === "invited" ? "signUp.closed.invited" : "signUp.closed.operator")}
      </p>
      <BackToSignIn />
    </>
  );
}
