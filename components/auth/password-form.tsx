"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import Link from "next/link";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useHydrated, useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { type Credentials, signInWith } from "./credentials";
import { linkClasses } from "./link";

const Typed = z.object({
  email: z.string().trim().min(1, "Enter your e-mail address."),
  password: z.string().min(1, "Enter your password."),
});

type Props = { onSignedIn: () => void; onCodeNeeded: (credentials: Credentials) => void };

/** The first step of signing in: e-mail address and password. */
export function PasswordForm({ onSignedIn, onCodeNeeded }: Props) {
  const hydrated = useHydrated();
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    resolver: zodResolver(Typed),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const { submit, failure } = useSubmit(form, async (credentials) => {
    const refused = await signInWith(credentials.email, credentials.password);
    if (refused?.code === "code_needed") return onCodeNeeded(credentials);
    if (refused) throw refused;
    setLeaving(true);
    onSignedIn();
  });

  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
      <p className="mt-1 text-muted">Your store's gift cards, balances and keys.</p>
      <form method="post" noValidate onSubmit={submit} className="mt-8 grid gap-5">
        {failure && <RequestFailure error={failure} />}
        <TextField
          label="E-mail address"
          error={errors.email?.message}
          type="email"
          autoComplete="username"
          {...form.register("email")}
        />
        <TextField
          label="Password"
          error={errors.password?.message}
          type="password"
          autoComplete="current-password"
          {...form.register("password")}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={!hydrated}
          busy={isSubmitting || leaving}
          className="w-full"
        >
          Sign in
        </Button>
      </form>
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
