import type { ComponentProps, ReactElement } from "react";
import {
  Controller,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from "react-hook-form";
import { TextAreaField, TextField } from "@/components/kit/ui/field";

export type FieldInForm<Typed extends FieldValues, Values> = {
  form: UseFormReturn<Typed, unknown, Values>;
  name: Path<Typed>;
};

/** The attributes of a form field, and its error. */
export const registeredField = <Typed extends FieldValues, Values>({
  form,
  name,
}: FieldInForm<Typed, Values>) => ({
  ...form.register(name),
  error: form.formState.errors[name]?.message as string | undefined,
});

type Text = Omit<ComponentProps<typeof TextField>, "error" | "form" | "name">;
export type FormTextProps<Typed extends FieldValues, Values> = FieldInForm<Typed, Values> & Text;

/** A form's single-line text field. */
export const FormText = <Typed extends FieldValues, Values>(
  props: FormTextProps<Typed, Values>,
) => {
  const { form, name, ...field } = props;
  return <TextField {...field} {...registeredField({ form, name })} />;
};

type TextArea = Omit<ComponentProps<typeof TextAreaField>, "error" | "form" | "name">;

/** A form's text field of several lines. */
export const FormTextArea = <Typed extends FieldValues, Values>(
  props: FieldInForm<Typed, Values> & TextArea,
) => {
  const { form, name, ...field } = props;
  return <TextAreaField {...field} {...registeredField({ form, name })} />;
};

type Controlled<Value> = {
  value: Value;
  onChange: (value: Value | undefined) => void;
  error: string | undefined;
};

type FieldProps<Typed extends FieldValues, Values, Name extends Path<Typed>> = FieldInForm<
  Typed,
  Values
> & {
  name: Name;
  children: (field: Controlled<PathValue<Typed, Name>>) => ReactElement;
};

/** A form field for custom inputs, such as selects and radio buttons. */
export const FormField = <Typed extends FieldValues, Values, Name extends Path<Typed>>(
  props: FieldProps<Typed, Values, Name>,
) => (
  <Controller
    control={props.form.control}
    name={props.name}
    render={({ field, fieldState }) =>
      props.children({
        value: field.value,
        onChange: field.onChange,
        error: fieldState.error?.message,
      })
    }
  />
);
