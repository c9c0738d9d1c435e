"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { post } from "@/components/kit/api/api";
import { enter } from "@/components/kit/credentials/credentials";
import {
  EmailField,
  NewPasswordField,
  newPasswordSchema,
  ownNameSchema,
} from "@/components/kit/credentials/fields";
import { StoreCurrencyField } from "@/components/kit/form/form-fields";
import { typedEmail, typedName } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import { browserTimeZone } from "@/components/kit/locale/browser-time-zone";
import type { Translate } from "@/components/kit/locale/translate";
import { AuthForm, AuthLink, CheckEmail } from "./auth-form";

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
            <NewPasswordField
              form={form}
              name="password"
              personal={form.watch(["storeName", "name", "email"])}
            />
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
