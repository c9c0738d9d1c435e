"use client";

import Link from "next/link";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { checkedBy, useSubmit } from "@/components/forms";
import { AuthForm, AuthTitle } from "./auth-form";
import { type Credentials, signInWith } from "./credentials";
import { EmailField, PasswordField } from "./fields";
import { linkClasses } from "./link";

const Typed = z.object({
  email: z.string().check(z.trim(), z.minLength(1, "Enter your e-mail address.")),
  password: z.string().check(z.minLength(1, "Enter your password.")),
});

type Props = { onSignedIn: () => void; onCodeNeeded: (credentials: Credentials) => void };

/** The first step of signing in: email and password. */
export function PasswordForm({ onSignedIn, onCodeNeeded }: Props) {
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    resolver: checkedBy(Typed),
    defaultValues: { email: "", password: "" },
  });

  const sending = useSubmit(form, async (credentials) => {
    const refused = await signInWith(credentials.email, credentials.password);
    if (refused?.code === "code_needed") return onCodeNeeded(credentials);
    if (refused) throw refused;
    setLeaving(true);
    onSignedIn();
  });

  return (
    <>
      <AuthTitle title="Sign in" purpose="Your store's gift cards, balances and keys." />
      <AuthForm {...sending} busy={sending.busy || leaving} verb="Sign in">
        <EmailField form={form} name="email" autoComplete="username" />
        <PasswordField form={form} name="password" />
      </AuthForm>
      <p className="mt-6 text-muted">
        <Link href="/forgot-password" className={linkClasses}>
          Forgot your password?
        </Link>
      </p>
      <p className="mt-2 text-muted">
        New here?{" "}
        <Link href="/sign-up" className={linkClasses}>
          Create a store
        </Link>
      </p>
    </>
  );
}
