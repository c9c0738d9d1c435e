"use client";

import { MailCheck } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { typedEmail } from "@/components/form-schemas";
import { AuthForm, BackToSignIn } from "./auth-form";
import { EmailField } from "./fields";

/** Requests an email with a password reset link. */
export function ForgotForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo) return <Sent to={sentTo} />;
  return (
    <>
      <AuthForm
        title="Forgot your password?"
        purpose="We mail you a link to choose another one."
        schema={z.object({ email: typedEmail })}
        defaults={{ email: "" }}
        verb="Send the link"
        send={async ({ email }) => {
          await post("/api/portal/password/forgot", { email });
          setSentTo(email);
        }}
      >
        {(form) => <EmailField form={form} name="email" autoComplete="username" />}
      </AuthForm>
      <BackToSignIn />
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
    <BackToSignIn />
  </div>
);
