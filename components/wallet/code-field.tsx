import type { FieldValues } from "react-hook-form";
import { FormText, type InForm } from "@/components/form-text";

type Props<Typed extends FieldValues, Values> = InForm<Typed, Values> & { label?: string };

/** Field for a printed card code, with or without dashes. */
export const CodeField = <Typed extends FieldValues, Values>({
  label = "Code on the card",
  ...place
}: Props<Typed, Values>) => (
  <FormText
    {...place}
    label={label}
    help="As printed on the card, with or without dashes."
    className="font-mono tracking-wider uppercase placeholder:normal-case"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={64}
  />
);
