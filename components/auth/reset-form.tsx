"use client";

import Link from "next/link";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError, post } from "@/components/api";
import { checkedBy, useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { AuthForm, AuthTitle } from "./auth-form";
import { NewPassword, NewPasswordField } from "./fields";
import { linkClasses } from "./link";
import { useLinkToken } from "./use-link-token";

const Typed = z.object({ password: NewPassword });

const isGone = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ path }) => path === "token");

/** Lets whoever opened a password reset link choose a new password. */
export function ResetForm() {
  const token = useLinkToken();
  const [state, setState] = useState<"open" | "done" | "gone">("open");
  const form = useForm({ resolver: checkedBy(Typed), defaultValues: { password: "" } });

  const sending = useSubmit(form, async ({ password }) => {
    try {
      await post("/api/portal/password/reset", { token: token ?? "", password });
      setState("done");
    } catch (error) {
      if (!isGone(error)) throw error;
      setState("gone");
    }
  });

  if (state === "done") return <Done />;
  if (state === "gone" || token === "") return <Gone />;
  return (
    <>
      <AuthTitle
        title="Choose a new password"
        purpose="Everywhere you are signed in, you will be signed out."
      />
      <AuthForm {...sending} ready={token !== null} verb="Save password">
        <NewPasswordField form={form} name="password" label="New password" />
      </AuthForm>
    </>
  );
}

const Done = () => (
  <div role="status">
    <h1 className="text-2xl font-semibold tracking-tight">Your password is changed</h1>
    <p className="mt-2 text-muted">Sign in with the new one.</p>
    <Button asChild variant="primary" className="mt-6 w-full">
      <Link href="/sign-in">Sign in</Link>
    </Button>
  </div>
);

const Gone = () => (
  <div role="status">
    <h1 className="text-2xl font-semibold tracking-tight">This link no longer works</h1>
    <p className="mt-2 text-muted">
      It was used, has expired after 30 minutes, or a later one took its place. Your password was
      not changed.
    </p>
    <Button asChild variant="primary" className="mt-6 w-full">
      <Link href="/forgot-password">Send another link</Link>
    </Button>
    <p className="mt-6 text-muted">
      <Link href="/sign-in" className={linkClasses}>
        Back to sign in
      </Link>
    </p>
  </div>
);
