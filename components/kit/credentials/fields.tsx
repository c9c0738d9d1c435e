import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/kit/api/api";
import { FormPassword } from "@/components/kit/form/form-password";
import { FormText, type FormTextProps } from "@/components/kit/form/form-text";
import { useDebounced } from "@/components/kit/list/search";
import type { Translate } from "@/components/kit/locale/translate";

const shortestPassword = 10;

export const ownNameSchema = (t: Translate<"auth">) =>
  z.string().check(z.trim(), z.minLength(1, t("fields.nameMissing")));

export const passwordSchema = (t: Translate<"auth">) =>
  z.string().check(z.minLength(1, t("fields.passwordMissing")));

export const newPasswordSchema = (t: Translate<"auth">) =>
  z
    .string()
    .check(
      z.minLength(shortestPassword, t("fields.passwordTooShort", { min: shortestPassword })),
      z.maxLength(200),
    );

type Props<Typed extends FieldValues, Values> = Omit<FormTextProps<Typed, Values>, "label"> & {
  label?: string;
};

export function EmailField<Typed extends FieldValues, Values>(
  props: Props<Typed, Values> & { autoComplete: string },
) {
  const t = useTranslations("auth");
  return <FormText type="email" label={t("fields.email")} {...props} />;
}

export function PasswordField<Typed extends FieldValues, Values>(props: Props<Typed, Values>) {
  const t = useTranslations("auth");
  return <FormPassword label={t("fields.password")} autoComplete="current-password" {...props} />;
}

type NewPasswordProps<Typed extends FieldValues, Values> = Props<Typed, Values> & {
  /** Words that the password must not be made of, such as the person's email. */
  personal?: string[];
};

/** The field for a new password. Says while it is typed if it's easy to guess. */
export function NewPasswordField<Typed extends FieldValues, Values>({
  personal = [],
  ...props
}: NewPasswordProps<Typed, Values>) {
  const t = useTranslations("auth");
  const typed = useDebounced(String(props.form.watch(props.name) ?? ""));
  const { data, mutate, reset } = useMutation({
    mutationFn: (password: string) => post("/api/portal/password/check", { password, personal }),
  });
  useEffect(() => {
    if (typed.length < shortestPassword) reset();
    else mutate(typed);
  }, [typed, mutate, reset]);
  const help = data?.isGuessable ? (
    <span className="text-attention">{t("fields.passwordGuessable")}</span>
  ) : (
    t("fields.passwordHelp", { min: shortestPassword })
  );
  return (
    <FormPassword
      label={t("fields.password")}
      help={<span role="status">{help}</span>}
      autoComplete="new-password"
      {...props}
    />
  );
}
