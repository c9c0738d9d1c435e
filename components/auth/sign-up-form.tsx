"use client";

import * as z from "zod/mini";
import { post } from "@/components/api";
import { CurrencyField, storeCurrencyHelp } from "@/components/form-fields";
import { typedEmail, typedStoreName } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { AuthForm, AuthLink } from "./auth-form";
import { enter } from "./credentials";
import { EmailField, NewPasswordField, NewPasswordSchema, typedOwnName } from "./fields";

const SignUpSchema = z.object({
  storeName: typedStoreName,
  name: typedOwnName,
  email: typedEmail,
  password: NewPasswordSchema,
  currency: z.string(),
});

/** Creates a store and its first owner, then signs them in. */
export const SignUpForm = () => (
  <>
    <AuthForm
      title="Create a store"
      purpose="You become its owner and can make an API key right away."
      schema={SignUpSchema}
      defaults={{ storeName: "", name: "", email: "", password: "", currency: "USD" }}
      verb="Create store"
      send={async (store) => {
        const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
        await post("/api/portal/sign-up", { ...store, timeZone });
        return enter(store);
      }}
    >
      {(form) => (
        <>
          <FormText form={form} name="storeName" label="Store name" autoComplete="organization" />
          <CurrencyField form={form} name="currency" help={storeCurrencyHelp} />
          <FormText form={form} name="name" label="Your name" autoComplete="name" />
          <EmailField form={form} name="email" autoComplete="email" />
          <NewPasswordField form={form} name="password" />
        </>
      )}
    </AuthForm>
    <p className="mt-6 text-muted">
      Already have a store? <AuthLink href="/sign-in">Sign in</AuthLink>
    </p>
  </>
);
