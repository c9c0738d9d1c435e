"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { browserTimeZone } from "@/components/browser-time-zone";
import { StoreCurrencyField } from "@/components/form-fields";
import { typedEmail, typedName } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import type { Translate } from "@/components/translate";
import { AuthForm, AuthLink, CheckEmail } from "./auth-form";
import { enter } from "./credentials";
import { EmailField, NewPasswordField, newPasswordSchema, ownNameSchema } from "./fields";

const signUpSchema = (t: Translate<"auth">) =>
  z.object({
    storeName: typedName,
    name: ownNameSchema(t),
    email: typedEmail,
    password: newPasswordSchema(t),
    currency: z.string(),
  });

/** Creates a store and its first owner, then signs them in, or asks them to confirm their email first. */
export function SignUpForm() {
  const t = useTranslations("auth");
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <CheckEmail after="signUp" email={sentTo} />;
  return (
    <>
      <AuthForm
        title={t("signUp.title")}
        purpose={t("signUp.purpose")}
        schema={signUpSchema(t)}
        defaults={{ storeName: "", name: "", email: "", password: "", currency: "USD" }}
        verb={t("signUp.submit")}
        send={async (store) => {
          const timeZone = browserTimeZone("UTC");
          const { confirmFirst } = await post("/api/portal/sign-up", { ...store, timeZone });
          return confirmFirst ? setSentTo(store.email) : enter(store);
        }}
      >
        {(form) => (
          <>
            <FormText
              form={form}
              name="storeName"
              label={t("fields.storeName")}
              autoComplete="organization"
            />
            <StoreCurrencyField form={form} name="currency" />
            <FormText form={form} name="name" label={t("fields.name")} autoComplete="name" />
            <EmailField form={form} name="email" autoComplete="email" />
            <NewPasswordField form={form} name="password" />
          </>
        )}
      </AuthForm>
      <p className="mt-6 text-muted">
        {t.rich("signUp.haveStore", {
          link: (text) => <AuthLink href="/sign-in">{text}</AuthLink>,
        })}
      </p>
    </>
  );
}
