"use client";

import { useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "@/components/api";
import { FormText } from "@/components/form-text";
import { Button } from "@/components/ui/button";
import { AuthForm, AuthLink } from "./auth-form";
import { type Credentials, leaveFor, signInWith } from "./credentials";
import { EmailField, PasswordField, typedPassword } from "./fields";
import { PasskeyButton } from "./passkey-button";

const PasswordStep = z.object({
  email: z.string().check(z.trim(), z.minLength(1, "Enter your e-mail address.")),
  password: typedPassword,
});

const CodeStep = z.object({ code: z.string().check(z.trim(), z.minLength(1, "Enter the code.")) });

type SignInProps = { next: string | null; isSignUpOpen: boolean };

/** Signs a user in, with a second step if they turned it on, then opens `next`. */
export function SignInForm({ next, isSignUpOpen }: SignInProps) {
  const [known, setKnown] = useState<Credentials | null>(null);
  const signIn = async (credentials: Credentials) => {
    const refused = await signInWith(credentials);
    if (refused?.code === "code_needed") return setKnown(credentials);
    if (refused) throw refused;
    return leaveFor(next);
  };
  if (known) {
    return <CodeForm onCode={(code) => signIn({ ...known, code })} onBack={() => setKnown(null)} />;
  }
  return (
    <>
      <AuthForm
        title="Sign in"
        purpose="Your store's gift cards, balances and keys."
        schema={PasswordStep}
        defaults={{ email: "", password: "" }}
        verb="Sign in"
        send={signIn}
      >
        {(form) => (
          <>
            <EmailField form={form} name="email" autoComplete="username" />
            <PasswordField form={form} name="password" />
          </>
        )}
      </AuthForm>
      <PasskeyButton onSignedIn={() => leaveFor(next)} />
      <p className="mt-6 text-muted">
        <AuthLink href="/forgot-password">Forgot your password?</AuthLink>
      </p>
      {isSignUpOpen && (
        <p className="mt-2 text-muted">
          New here? <AuthLink href="/sign-up">Create a store</AuthLink>
        </p>
      )}
    </>
  );
}

const steps = {
  device: {
    title: "Enter your code",
    purpose: "Open your authenticator app and type the six digits it shows for Scrip.",
    label: "Code",
    inputMode: "numeric",
    autoComplete: "one-time-code",
    change: "Use a recovery code instead",
    other: "recovery",
  },
  recovery: {
    title: "Enter a recovery code",
    purpose: "One of the ten that you kept when you turned two-step sign-in on. Each works once.",
    label: "Recovery code",
    inputMode: "text",
    autoComplete: "off",
    change: "Use the code of your device instead",
    other: "device",
  },
} as const;

type CodeProps = { onCode: (code: string) => Promise<unknown>; onBack: () => void };

/** The second step of signing in: an authenticator code or a recovery code. */
function CodeForm({ onCode, onBack }: CodeProps) {
  const [step, setStep] = useState<keyof typeof steps>("device");
  const { title, purpose, change, other, ...input } = steps[step];
  return (
    <>
      <AuthForm
        key={step}
        title={title}
        purpose={purpose}
        schema={CodeStep}
        defaults={{ code: "" }}
        verb="Sign in"
        send={({ code }) => onCode(code)}
        problemOf={(error) =>
          error instanceof ApiError && error.code === "code_wrong"
            ? { field: "code", message: error.message }
            : undefined
        }
      >
        {(form) => (
          <FormText
            form={form}
            name="code"
            {...input}
            className="font-mono"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
          />
        )}
      </AuthForm>
      <div className="mt-4 grid gap-1">
        <Button variant="ghost" onClick={() => setStep(other)}>
          {change}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back to the password
        </Button>
      </div>
    </>
  );
}
