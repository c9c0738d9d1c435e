"use client";

import Link from "next/link";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { CurrencyField, storeCurrencyHelp } from "@/components/form-fields";
import { typedEmail, typedStoreName } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { checkedBy, useSubmit } from "@/components/forms";
import { AuthForm, AuthTitle } from "./auth-form";
import { leaveFor, signInWith } from "./credentials";
import { EmailField, NewPassword, NewPasswordField } from "./fields";
import { linkClasses } from "./link";

const NewStore = z.object({
  storeName: typedStoreName,
  name: z.string().check(z.trim(), z.minLength(1, "Enter your name.")),
  email: typedEmail,
  password: NewPassword,
  currency: z.string(),
});

/** Creates a store and its first owner, then signs them in. */
export function SignUpForm() {
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    resolver: checkedBy(NewStore),
    defaultValues: { storeName: "", name: "", email: "", password: "", currency: "USD" },
  });

  const sending = useSubmit(form, async (store) => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    await post("/api/portal/sign-up", { ...store, timeZone });
    setLeaving(true);
    const refused = await signInWith(store.email, store.password);
    leaveFor(refused ? "/sign-in" : null);
  });

  return (
    <>
      <AuthTitle
        title="Create a store"
        purpose="You become its owner and can make an API key right away."
      />
      <AuthForm {...sending} busy={sending.busy || leaving} verb="Create store">
        <FormText form={form} name="storeName" label="Store name" autoComplete="organization" />
        <CurrencyField form={form} name="currency" help={storeCurrencyHelp} />
        <FormText form={form} name="name" label="Your name" autoComplete="name" />
        <EmailField form={form} name="email" autoComplete="email" />
        <NewPasswordField form={form} name="password" />
      </AuthForm>
      <p className="mt-6 text-muted">
        Already have a store?{" "}
        <Link href="/sign-in" className={linkClasses}>
          Sign in
        </Link>
      </p>
    </>
  );
}
