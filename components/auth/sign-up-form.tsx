"use client";

import { MailCheck } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { CurrencyField, storeCurrencyHelp } from "@/components/form-fields";
import { typedEmail, typedStoreName } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { AuthForm, AuthLink, BackToSignIn } from "./auth-form";
import { enter } from "./credentials";
import { EmailField, NewPasswordField, NewPasswordSchema, typedOwnName } from "./fields";

const SignUpSchema = z.object({
  storeName: typedStoreName,
  name: typedOwnName,
  email: typedEmail,
  password: NewPasswordSchema,
  currency: z.string(),
});

/** Creates a store and its first owner, then signs them in, or asks them to confirm their email first. */
export function SignUpForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <CheckMail email={sentTo} />;
  return (
    <>
      <AuthForm
        title="Create a store"
        purpose="You'll be its owner and can create an API key right away."
        schema={SignUpSchema}
        defaults={{ storeName: "", name: "", email: "", password: "", currency: "USD" }}
        verb="Create store"
        send={async (store) => {
          const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
          const { confirmFirst } = await post("/api/portal/sign-up", { ...store, timeZone });
          return confirmFirst ? setSentTo(store.email) : enter(store);
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
}

/** The same whether or not the email has an account: only the email says so. */
const CheckMail = ({ email }: { email: string }) => (
  <div role="status">
    <MailCheck className="size-8 text-accent-text" aria-hidden />
    <h1 className="mt-4 text-2xl font-semibold tracking-tight">Check your email</h1>
    <p className="mt-2 text-muted">
      We sent an email to <b className="font-semibold break-all text-ink">{email}</b>. Follow its
      link to confirm the address, then sign in.
    </p>
    <BackToSignIn />
  </div>
);
