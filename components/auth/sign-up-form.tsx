"use client";

import Link from "next/link";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { CurrencyField, storeCurrencyHelp } from "@/components/currency-field";
import { checkedBy, useSubmit } from "@/components/forms";
import { typedEmail, typedStoreName } from "@/components/typed";
import { TextField } from "@/components/ui/text-field";
import { AuthForm, AuthTitle } from "./auth-form";
import { leaveFor, signInWith } from "./credentials";
import { EmailField, NewPasswordField } from "./fields";
import { linkClasses } from "./link";
import { NewPassword } from "./new-password";

const NewStore = z.object({
  storeName: typedStoreName,
  name: z.string().check(z.trim(), z.minLength(1, "Enter your name.")),
  email: typedEmail,
  password: NewPassword,
  currency: z.string(),
});

/** Creates a store with its first owner, then signs in. */
export function SignUpForm() {
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    resolver: checkedBy(NewStore),
    defaultValues: { storeName: "", name: "", email: "", password: "", currency: "USD" },
  });
  const { errors } = form.formState;

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
        <TextField
          label="Store name"
          error={errors.storeName?.message}
          autoComplete="organization"
          {...form.register("storeName")}
        />
        <CurrencyField control={form.control} name="currency" help={storeCurrencyHelp} />
        <TextField
          label="Your name"
          error={errors.name?.message}
          autoComplete="name"
          {...form.register("name")}
        />
        <EmailField
          error={errors.email?.message}
          autoComplete="email"
          {...form.register("email")}
        />
        <NewPasswordField error={errors.password?.message} {...form.register("password")} />
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
