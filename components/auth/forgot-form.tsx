"use client";

import { MailCheck } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { typedEmail } from "@/components/form-schemas";
import { checkedBy, useSubmit } from "@/components/forms";
import { AuthForm, AuthTitle } from "./auth-form";
import { EmailField } from "./fields";
import { linkClasses } from "./link";

const Typed = z.object({ email: typedEmail });

/** Requests an email with a password reset link. */
export function ForgotForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ resolver: checkedBy(Typed), defaultValues: { email: "" } });

  const sending = useSubmit(form, async ({ email }) => {
    await post("/api/portal/password/forgot", { email });
    setSentTo(email);
  });

  if (sentTo) return <Sent to={sentTo} />;
  return (
    <>
      <AuthTitle
        title="Forgot your password?"
        purpose="We mail you a link to choose another one."
      />
      <AuthForm {...sending} verb="Send the link">
        <EmailField form={form} name="email" autoComplete="username" />
      </AuthForm>
      <p className="mt-6 text-muted">
        <Link href="/sign-in" className={linkClasses}>
          Back to sign in
        </Link>
      </p>
    </>
  );
}

const Sent = ({ to }: { to: string }) => (
  <div role="status">
    <MailCheck className="size-8 text-accent-text" aria-hidden />
    <h1 className="mt-4 text-2xl font-semibold tracking-tight">Look into your mail</h1>
    <p className="mt-2 text-muted">
      If <b className="font-semibold break-all text-ink">{to}</b> has an account, a link is on its
      way. It works once, for 30 minutes; a link sent before no longer does.
    </p>
    <p className="mt-6 text-muted">
      <Link href="/sign-in" className={linkClasses}>
        Back to sign in
      </Link>
    </p>
  </div>
);
