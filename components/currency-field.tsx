import type { ReactNode } from "react";
import { type Control, Controller, type FieldValues, type Path } from "react-hook-form";
import { CurrencySelect } from "@/components/currency-select";
import { Field } from "@/components/ui/field";

type Props<Typed extends FieldValues, Values> = {
  control: Control<Typed, unknown, Values>;
  name: Path<Typed>;
  help?: ReactNode;
};

/** A form's field for a currency. */
export const CurrencyField = <Typed extends FieldValues, Values>(props: Props<Typed, Values>) => (
  <Controller
    control={props.control}
    name={props.name}
    render={({ field, fieldState }) => (
      <Field label="Currency" help={props.help} error={fieldState.error?.message}>
        {(control) => (
          <CurrencySelect {...control} value={field.value} onValueChange={field.onChange} />
        )}
      </Field>
    )}
  />
);

/** What a store's currency means, where it is chosen. */
export const storeCurrencyHelp =
  "New cards start with it. A card of another currency can be made any time.";
