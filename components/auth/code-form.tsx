"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { FormText } from "@/components/form-text";
import { checkedBy, useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { AuthForm, AuthTitle } from "./auth-form";
import { type Credentials, signInWith } from "./credentials";

const steps = {
  device: {
    title: "Enter your code",
    purpose: "Open your authenticator app and type the six digits it shows for Scrip.",
    label: "Code",
    other: "Use a recovery code instead",
  },
  recovery: {
    title: "Enter a recovery code",
    purpose: "One of the ten that you kept when you turned two-step sign-in on. Each works once.",
    label: "Recovery code",
    other: "Use the code of your device instead",
  },
} as const;

const Typed = z.object({ code: z.string().check(z.trim(), z.minLength(1, "Enter the code.")) });

type Props = { credentials: Credentials; onSignedIn: () => void; onBack: () => void };

/** The second step of signing in: an authenticator code or a recovery code. */
export function CodeForm({ credentials, onSignedIn, onBack }: Props) {
  const [step, setStep] = useState<keyof typeof steps>("device");
  const [leaving, setLeaving] = useState(false);
  const form = useForm({ resolver: checkedBy(Typed), defaultValues: { code: "" } });
  const words = steps[step];

  const sending = useSubmit(form, async ({ code }) => {
    const refused = await signInWith(credentials.email, credentials.password, code);
    if (refused?.code === "code_wrong") {
      form.setError("code", { message: refused.message }, { shouldFocus: true });
      return;
    }
    if (refused) throw refused;
    setLeaving(true);
    onSignedIn();
  });

  const change = () => {
    setStep(step === "device" ? "recovery" : "device");
    form.reset();
  };

  return (
    <>
      <AuthTitle title={words.title} purpose={words.purpose} />
      <AuthForm {...sending} busy={sending.busy || leaving} verb="Sign in">
        <FormText
          form={form}
          name="code"
          key={step}
          label={words.label}
          className="font-mono"
          inputMode={step === "device" ? "numeric" : "text"}
          autoComplete={step === "device" ? "one-time-code" : "off"}
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
        />
      </AuthForm>
      <div className="mt-4 grid gap-1">
        <Button variant="ghost" onClick={change}>
          {words.other}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back to the password
        </Button>
      </div>
    </>
  );
}
