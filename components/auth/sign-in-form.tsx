"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "@/components/kit/api/api";
import {
  type Credentials,
  leaveFor,
  refusalError,
  signInWith,
} from "@/components/kit/credentials/credentials";
import { EmailField, PasswordField, passwordSchema } from "@/components/kit/credentials/fields";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { AuthForm, AuthLink } from "./auth-form";
import { PasskeyButton } from "./passkey-button";

const passwordStep = (t: Translate<"auth">) =>
  z.object({
    email: z.string().check(z.trim(), z.minLength(1, t("fields.emailMissing"))),
    password: passwordSchema(t),
  });

const codeStep = (t: Translate<"auth">) =>
  z.object({ code: z.string().check(z.trim(), z.minLength(1, t("code.missing"))) });

type SignInProps = { next: string | null; isSignUpOpen: boolean };

/** Signs a user in, with a second step if they turned it on, then opens `next`. */
export function SignInForm({ next, isSignUpOpen }: SignInProps) {
  const t = useTranslations("auth");
  const [known, setKnown] = useState<Credentials | null>(null);
  const signIn = async (credentials: Credentials) => {
    const refused = await signInWith(credentials);
    if (refused === "code_needed") return setKnown(credentials);
    if (refused) throw refusalError(t, refused);
    return leaveFor(next);
  };
  if (known) {
    return <CodeForm onCode={(code) => signIn({ ...known, code })} onBack={() => setKnown(null)} />;
  }
  return (
    <>
      <AuthForm
        title={t("signIn.title")}
        purpose={t("signIn.purpose")}
        schema={passwordStep(t)}
        defaults={{ email: "", password: "" }}
        verb={t("signIn.submit")}
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
        <AuthLink href="/forgot-password">{t("signIn.forgot")}</AuthLink>
      </p>
      {isSignUpOpen && (
        <p className="mt-2 text-muted">
          {t.rich("signIn.newHere", {
            link: (text) => <AuthLink href="/sign-up">{text}</AuthLink>,
          })}
        </p>
      )}
    </>
  );
}

const codeInputs = {
  app: { inputMode: "numeric", autoComplete: "one-time-code" },
  recovery: { inputMode: "text", autoComplete: "off" },
} as const;

type CodeProps = { onCode: (code: string) => Promise<unknown>; onBack: () => void };

/** The second step of signing in: an authenticator code or a recovery code. */
function CodeForm({ onCode, onBack }: CodeProps) {
  const t = useTranslations("auth");
  const [kind, setKind] = useState<keyof typeof codeInputs>("app");
  return (
    <>
      <AuthForm
        key={kind}
        title={t(`code.${kind}.title`)}
        purpose={t(`code.${kind}.purpose`)}
        schema={codeStep(t)}
        defaults={{ code: "" }}
        verb={t("signIn.submit")}
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
            label={t(`code.${kind}.label`)}
            {...codeInputs[kind]}
            className="font-mono"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
          />
        )}
      </AuthForm>
      <div className="mt-4 grid gap-1">
        <Button variant="ghost" onClick={() => setKind(kind === "app" ? "recovery" : "app")}>
          {t(`code.${kind}.switch`)}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {t("code.back")}
        </Button>
      </div>
    </>
  );
}
