import type { ComponentProps } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { TextField } from "./ui/field";

export type InForm<Typed extends FieldValues, Values> = {
  form: UseFormReturn<Typed, unknown, Values>;
  name: Path<Typed>;
};

/** The attributes of a field in a form, and what is wrong with it. */
export const registered = <Typed extends FieldValues, Values>({
  form,
  name,
}: InForm<Typed, Values>) => ({
  ...form.register(name),
  error: form.formState.errors[name]?.message as string | undefined,
});

type Text = Omit<ComponentProps<typeof TextField>, "error" | "form" | "name">;
export type FormTextProps<Typed extends FieldValues, Values> = InForm<Typed, Values> & Text;

/** A form's line of text. */
export const FormText = <Typed extends FieldValues, Values>(
  props: FormTextProps<Typed, Values>,
) => {
  const { form, name, ...field } = props;
  return <TextField {...field} {...registered({ form, name })} />;
};
