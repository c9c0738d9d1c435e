"use client";

import { MailCheck } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { SchemaForm, type SchemaFormProps } from "@/components/kit/form/submit-form";
import { Button } from "@/components/kit/ui/button";

type FormProps<Typed extends FieldValues, Values extends FieldValues> = SchemaFormProps<
  Typed,
  Values
> & { title: string; purpose: string };

/** A page before sign-in that is a form. */
export const AuthForm = <Typed extends FieldValues, Values extends FieldValues>({
  title,
  purpose,
  ...form
}: FormProps<Typed, Values>) => (
  <>
    <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
    <p className="mt-1 text-muted">{purpose}</p>
    <div className="mt-8">
      <SchemaForm {...form} />
    </div>
  </>
);

type MessageProps = {
  title: string;
  text: string;
  /** The next step. It opens with a full load, because the session may have changed. */
  next: { href: string; label: string };
  children?: ReactNode;
};

/** A page before sign-in that shows a result. */
export const AuthMessage = ({ title, text, next, children }: MessageProps) => (
  <div role="status">
    <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
    <p className="mt-2 text-muted">{text}</p>
    <Button asChild variant="primary" className="mt-6 w-full">
      <a href={next.href}>{next.label}</a>
    </Button>
    {children}
  </div>
);

export const AuthLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="font-medium text-accent-text underline underline-offset-4">
    {children}
  </Link>
);

export function BackToSignIn() {
  const t = useTranslations("auth");
  return (
    <p className="mt-6 text-muted">
      <AuthLink href="/sign-in">{t("backToSignIn")}</AuthLink>
    </p>
  );
}

/** Says that a mail was sent, in the same way whether or not the email has an account. */
export function CheckEmail({ after, email }: { after: "signUp" | "forgot"; email: string }) {
  const t = useTranslations("auth");
  return (
    <div role="status">
      <MailCheck className="size-8 text-accent-text" aria-hidden />
      <h1 className="mt-4 text-2xl font-semibold tracking-tight">{t("checkEmail.title")}</h1>
      <p className="mt-2 text-muted">
        {t.rich(`checkEmail.${after}`, {
          email: () => <b className="font-semibold break-all text-ink">{email}</b>,
        })}
      </p>
      <BackToSignIn />
    </div>
  );
}
