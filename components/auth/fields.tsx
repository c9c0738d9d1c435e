import type { FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { FormText, type FormTextProps } from "@/components/form-text";

const shortestPassword = 10;

export const typedOwnName = z.string().check(z.trim(), z.minLength(1, "Enter your name."));

export const typedPassword = z.string().check(z.minLength(1, "Enter your password."));

export const NewPasswordSchema = z
  .string()
  .check(
    z.minLength(
      shortestPassword,
      `Use at least ${shortestPassword} characters; a sentence is good.`,
    ),
    z.maxLength(200, "Use at most 200 characters."),
  );

type Props<Typed extends FieldValues, Values> = Omit<FormTextProps<Typed, Values>, "label"> & {
  label?: string;
};

export const EmailField = <Typed extends FieldValues, Values>({
  label = "E-mail address",
  ...props
}: Props<Typed, Values>) => <FormText type="email" label={label} {...props} />;

export const PasswordField = <Typed extends FieldValues, Values>({
  label = "Password",
  ...props
}: Props<Typed, Values>) => (
  <FormText label={label} type="password" autoComplete="current-password" {...props} />
);

export const NewPasswordField = <Typed extends FieldValues, Values>({
  label = "Password",
  ...props
}: Props<Typed, Values>) => (
  <FormText
    label={label}
    help={`At least ${shortestPassword} characters.`}
    type="password"
    autoComplete="new-password"
    {...props}
  />
);
