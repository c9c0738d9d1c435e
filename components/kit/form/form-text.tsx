import type { ComponentProps, ReactElement, ReactNode } from "react";
import {
  Controller,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from "react-hook-form";
import { AmountPresets, type Presets } from "@/components/kit/money/amount-presets";
import { MoneyField, TextAreaField, TextField } from "@/components/kit/ui/field";

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

type MoneyProps = {
  label: string;
  currency: string;
  help?: ReactNode;
  optional?: boolean | undefined;
  placeholder?: string;
};

export const FormMoney = <T extends FieldValues, Values>(
  props: FieldInForm<T, Values> & MoneyProps & { presets?: Presets | undefined },
) => {
  const { form, name, presets, ...field } = props;
  return (
    <div className="grid gap-2">
      <MoneyField {...field} {...registeredField({ form, name })} />
      {presets && <FormPresets {...presets} form={form} name={name} currency={field.currency} />}
    </div>
  );
};

/** Buttons that fill in the amount of the field `name`. */
export const FormPresets = <T extends FieldValues, Values>(
  props: FieldInForm<T, Values> & Presets & Pick<MoneyProps, "currency">,
) => {
  const { form, name, ...presets } = props;
  return (
    <AmountPresets
      {...presets}
      typed={form.watch(name)}
      onChoose={(amount) =>
        form.setValue(name, amount as PathValue<T, Path<T>>, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        })
      }
    />
  );
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
