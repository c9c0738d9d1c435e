import type { ReactNode } from "react";
import type { FieldValues, Path, PathValue } from "react-hook-form";
import { AmountPresets, type Presets } from "@/components/kit/money/amount-presets";
import { MoneyField } from "@/components/kit/ui/field";
import { type FieldInForm, registeredField } from "./form-text";

type MoneyProps = {
  label: string;
  currency: string;
  help?: ReactNode;
  optional?: boolean | undefined;
  placeholder?: string;
};

/** A form's field for an amount. Apart from FormText, because many forms have none. */
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
