"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import Link from "next/link";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { ApiError, post } from "@/components/api";
import { useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { linkClasses } from "./link";
import { NewPassword, shortestPassword } from "./new-password";
import { useLinkToken } from "./use-link-token";

const Typed = z.object({ password: NewPassword });

const isGone = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ path }) => path === "token");

/** Lets the holder of a mailed link choose another password. */
export function ResetForm() {
  const token = useLinkToken();
  const [state, setState] = useState<"open" | "done" | "gone">("open");
  const form = useForm({ resolver: zodResolver(Typed), defaultValues: { password: "" } });
  const { errors, isSubmitting } = form.formState;

  const { submit, failure } = useSubmit(form, async ({ password }) => {
    try {
      await post("/api/portal/password/reset", { token, password });
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
      <h1 className="text-2xl font-semibold tracking-tight">Choose a new password</h1>
      <p className="mt-1 text-muted">Everywhere you are signed in, you will be signed out.</p>
      <form method="post" noValidate onSubmit={submit} className="mt-8 grid gap-5">
        {failure && <RequestFailure error={failure} />}
        <TextField
          label="New password"
          help={`At least ${shortestPassword} characters.`}
          error={errors.password?.message}
          type="password"
          autoComplete="new-password"
          {...form.register("password")}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={token === null}
          busy={isSubmitting}
          className="w-full"
        >
          Save password
        </Button>
      </form>
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
