import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { readOptions } from "@/components/kit/api/read-options";
import { together } from "@/components/kit/dialog/fields";
import { FormText } from "@/components/kit/form/form-text";
import { PasswordField } from "./fields";

const unless = (isEmpty: (typed: string) => boolean) =>
  z.pipe(
    z.string(),
    z.transform((typed) => (isEmpty(typed) ? undefined : typed)),
  );

/** The form fields that confirm it's the signed-in user. Empty ones are not sent. */
export const proofSchema = {
  password: unless((typed) => typed === ""),
  code: unless((typed) => typed.trim() === ""),
};
export const emptyProof = { password: "", code: "" };

type Props<T extends FieldValues, Values> = { form: UseFormReturn<T, unknown, Values> };

/** Asks for the password, and for a code if the user's two-step sign-in is on. */
export function ProofFields<T extends FieldValues, Values>({ form }: Props<T, Values>) {
  const t = useTranslations("auth");
  const { data: security } = useQuery(readOptions(["security"], "/api/portal/security"));
  // The server decides: if it asks for a code, show the field although the query failed.
  const needsCode = Boolean(security?.twoStep || form.formState.errors["code" as Path<T>]);
  return (
    <>
      <PasswordField form={form} name={"password" as Path<T>} label={t("fields.yourPassword")} />
      {needsCode && (
        <FormText
          form={form}
          name={"code" as Path<T>}
          label={t("fields.code")}
          help={t("fields.codeHelp")}
          className="font-mono"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
    </>
  );
}

/** The same as fields of a declared dialog, asked for if `isNeeded`. */
export const proof = (isNeeded: (typed: FieldValues) => boolean = () => true) =>
  together(
    proofSchema,
    emptyProof,
    ({ form }) => isNeeded(form.watch()) && <ProofFields form={form} />,
  );
