"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { CurrencySelect } from "./currency-select";
import { FormField, type InForm } from "./form-text";
import { Field } from "./ui/field";

export const CurrencyField = <Typed extends FieldValues, Values>({
  help,
  ...place
}: InForm<Typed, Values> & { help?: ReactNode }) => (
  <FormField {...place}>
    {({ value, onChange, error }) => (
      <Field label="Currency" help={help} error={error}>
        {(control) => (
          <CurrencySelect
            {...control}
            className="min-w-0"
            value={value}
            onValueChange={(chosen) => onChange(chosen as typeof value)}
          />
        )}
      </Field>
    )}
  </FormField>
);

/** Help text where a store's currency is chosen. */
export const storeCurrencyHelp =
  "New cards start with it. A card of another currency can be made any time.";
