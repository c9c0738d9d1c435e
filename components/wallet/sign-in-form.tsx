"use client";

import { MailCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { openPage, post, refusesField } from "@/components/kit/api/api";
import { typedEmail } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import { SchemaForm } from "@/components/kit/form/submit-form";
import { Button } from "@/components/kit/ui/button";
import { languageOf } from "@/lib/base/i18n/languages";
import { Heading } from "./heading";

/** Six digits, as people copy them. */
const codePattern = /^\d{3}[ -]?\d{3}$/;

/** Emails a sign-in link and a code. `initialEmail` is the owner's email if a single-card session is open. */
export function SignInForm({ initialEmail }: { initialEmail: string | null }) {
  const t = useTranslations("wallet");
  const language = languageOf(useLocale());
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo) return <Sent to={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <>
      <Heading title={t("signIn.title")} purpose={t("signIn.purpose")} />
      <SchemaForm
        schema={z.object({ email: typedEmail })}
        defaults={{ email: initialEmail ?? "" }}
        verb={t("signIn.submit")}
        size="lg"
        send={async ({ email }) => {
          await post("/api/wallet/sign-in", { email, language });
          setSentTo(email);
        }}
      >
        {(form) => (
          <FormText
            form={form}
            name="email"
            label={t("signIn.email")}
            help={t("signIn.emailHelp")}
            type="email"
            autoComplete="email"
            inputMode="email"
          />
        )}
      </SchemaForm>
    </>
  );
}

/** Opens the wallet with the code in the email, for people who don't open its link. */
function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const t = useTranslations("wallet");
  return (
    <>
      <div role="status">
        <MailCheck className="size-8 text-accent-text" aria-hidden />
        <h1 className="mt-4 text-2xl font-semibold tracking-tight">{t("signIn.sent.title")}</h1>
        <p className="mt-2 text-muted">
          {t.rich("signIn.sent.text", {
            b: (text) => <b className="font-semibold break-all text-ink">{text}</b>,
            email: to,
          })}
        </p>
      </div>
      <SchemaForm
        schema={z.object({
          code: z.string().check(z.trim(), z.regex(codePattern, t("signIn.sent.codeMissing"))),
        })}
        defaults={{ code: "" }}
        verb={t("signIn.sent.open")}
        size="lg"
        send={async ({ code }) => {
          await post("/api/wallet/open/code", { email: to, code });
          return openPage("/wallet");
        }}
        problemOf={(error) =>
          refusesField(error, "code")
            ? { field: "code", message: t("signIn.sent.wrongCode") }
            : undefined
        }
      >
        {(form) => (
          <FormText
            form={form}
            name="code"
            label={t("signIn.sent.code")}
            help={t("signIn.sent.codeHelp")}
            className="font-mono tracking-wider"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
          />
        )}
      </SchemaForm>
      <Button onClick={onAgain} size="lg">
        {t("signIn.sent.again")}
      </Button>
    </>
  );
}
