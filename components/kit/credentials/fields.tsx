import { useTranslations } from "next-intl";
import type { FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { FormPassword } from "@/components/kit/form/form-password";
import { FormText, type FormTextProps } from "@/components/kit/form/form-text";
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

export function EmailField<Typed extends FieldValues, Values>(props: Props<Typed, Values>) {
  const t = useTranslations("auth");
  return <FormText type="email" label={t("fields.email")} {...props} />;
}

export function PasswordField<Typed extends FieldValues, Values>(props: Props<Typed, Values>) {
  const t = useTranslations("auth");
  return <FormPassword label={t("fields.password")} autoComplete="current-password" {...props} />;
}

export function NewPasswordField<Typed extends FieldValues, Values>(props: Props<Typed, Values>) {
  const t = useTranslations("auth");
  return (
    <FormPassword
      label={t("fields.password")}
      help={t("fields.passwordHelp", { min: shortestPassword })}
      autoComplete="new-password"
      {...props}
    />
  );
}
