"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { post } from "@/components/kit/api/api";
import { EmailField } from "@/components/kit/credentials/fields";
import { typedEmail } from "@/components/kit/form/form-schemas";
import { AuthForm, BackToSignIn, CheckEmail } from "./auth-form";

/** Requests an email with a password reset link. */
export function ForgotForm() {
  const t = useTranslations("auth");
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo) return <CheckEmail after="forgot" email={sentTo} />;
  return (
    <>
      <AuthForm
        title={t("forgot.title")}
        purpose={t("forgot.purpose")}
        schema={z.object({ email: typedEmail })}
        defaults={{ email: "" }}
        verb={t("forgot.submit")}
        send={async ({ email }) => {
          await post("/api/portal/password/forgot", { email });
          setSentTo(email);
        }}
      >
        {(form) => <EmailField form={form} name="email" autoComplete="username" />}
      </AuthForm>
      <BackToSignIn />
    </>
  );
}
