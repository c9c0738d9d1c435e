"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { post } from "@/components/api";
import { leaveFor, signInWith } from "@/components/auth/credentials";
import { useHydrated, useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { forgetToken } from "./token";

const shortestPassword = 10;

const Newcomer = z.object({
  name: z.string().trim().min(1, "Enter your name."),
  password: z
    .string()
    .min(shortestPassword, `Use at least ${shortestPassword} characters; a sentence is good.`),
});

const Known = z.object({ name: z.string(), password: z.string().min(1, "Enter your password.") });

type Props = { token: string; storeName: string; email: string; hasAccount: boolean };

/** Accepts with a new account, or with the password of one's own; then signs in. */
export function AcceptForm({ token, storeName, email, hasAccount }: Props) {
  const hydrated = useHydrated();
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    resolver: zodResolver(hasAccount ? Known : Newcomer),
    defaultValues: { name: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const { submit, failure } = useSubmit(form, async ({ name, password }) => {
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
    <form method="post" noValidate onSubmit={submit} className="mt-8 grid gap-5">
      {failure && <RequestFailure error={failure} />}
      {/* For the browser's store of passwords. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {!hasAccount && (
        <TextField
          label="Your name"
          error={errors.name?.message}
          autoComplete="name"
          {...form.register("name")}
        />
      )}
      <TextField
        label={hasAccount ? "Your Scrip password" : "Password"}
        help={
          hasAccount
            ? "This address has an account already."
            : `At least ${shortestPassword} characters.`
        }
        error={errors.password?.message}
        type="password"
        autoComplete={hasAccount ? "current-password" : "new-password"}
        {...form.register("password")}
      />
      <Button
        type="submit"
        variant="primary"
        disabled={!hydrated}
        busy={isSubmitting || leaving}
        className="w-full"
      >
        <span className="truncate">Join {storeName}</span>
      </Button>
    </form>
  );
}
