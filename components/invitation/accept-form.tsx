"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { AuthForm } from "@/components/auth/auth-form";
import { leaveFor, signInWith } from "@/components/auth/credentials";
import { NewPassword, NewPasswordField, PasswordField } from "@/components/auth/fields";
import { FormText } from "@/components/form-text";
import { checkedBy, useSubmit } from "@/components/forms";
import { forgetToken } from "./token";

const Newcomer = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter your name.")),
  password: NewPassword,
});

const Known = z.object({
  name: z.string(),
  password: z.string().check(z.minLength(1, "Enter your password.")),
});

type Props = { token: string; storeName: string; email: string; hasAccount: boolean };

/** Accepts an invitation with a new account or the password of an existing one, then signs in. */
export function AcceptForm({ token, storeName, email, hasAccount }: Props) {
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    resolver: checkedBy(hasAccount ? Known : Newcomer),
    defaultValues: { name: "", password: "" },
  });

  const sending = useSubmit(form, async ({ name, password }) => {
    await post("/api/portal/invitations/accept", {
      token,
      password,
      ...(hasAccount ? {} : { name }),
    });
    forgetToken();
    setLeaving(true);
    const refused = await signInWith(email, password);
    leaveFor(refused ? "/sign-in" : null);
  });

  return (
    <AuthForm
      {...sending}
      busy={sending.busy || leaving}
      verb={<span className="truncate">Join {storeName}</span>}
    >
      {/* Lets password managers save the email with the password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {!hasAccount && <FormText form={form} name="name" label="Your name" autoComplete="name" />}
      {hasAccount ? (
        <PasswordField
          form={form}
          name="password"
          label="Your Scrip password"
          help="This address has an account already."
        />
      ) : (
        <NewPasswordField form={form} name="password" />
      )}
    </AuthForm>
  );
}
