import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { CardType } from "@/components/kit/api/types";
import { currencyOptions } from "@/components/kit/money/currencies";
import { Checkbox } from "@/components/kit/ui/checkbox";
import { Field, FieldGroup } from "@/components/kit/ui/field";
import { RadioGroup } from "@/components/kit/ui/radio-group";
import { Select } from "@/components/kit/ui/select";
import { type FieldInForm, FormField } from "./form-text";

type Option = { value: string; label: string };
type SelectProps = { label: string; help?: ReactNode; options: readonly Option[] };

export const FormSelect = <Typed extends FieldValues, Values>({
  label,
  help,
  options,
  ...place
}: FieldInForm<Typed, Values> & SelectProps) => (
  <FormField {...place}>
    {({ value, onChange, error }) => (
      <Field label={label} help={help} error={error}>
        {(control) => (
          <Select
            {...control}
            className="min-w-0"
            value={value}
            onValueChange={(chosen) => onChange(chosen as typeof value)}
            options={[...options]}
          />
        )}
      </Field>
    )}
  </FormField>
);

type RadioProps = { legend: string; options: readonly (Option & { help?: string })[] };

export const FormRadio = <Typed extends FieldValues, Values>({
  legend,
  options,
  ...place
}: FieldInForm<Typed, Values> & RadioProps) => (
  <FormField {...place}>
    {({ value, onChange, error }) => (
      <FieldGroup legend={legend} error={error}>
        <RadioGroup<string>
          label={legend}
          value={value}
          onValueChange={(chosen) => onChange(chosen as typeof value)}
          options={[...options]}
        />
      </FieldGroup>
    )}
  </FormField>
);

export const FormCheckbox = <Typed extends FieldValues, Values>({
  label,
  help,
  ...place
}: FieldInForm<Typed, Values> & { label: string; help: string }) => (
  <FormField {...place}>
    {({ value, onChange }) => (
      <Checkbox
        checked={value}
        onCheckedChange={(checked) => onChange(checked as typeof value)}
        label={label}
        help={help}
      />
    )}
  </FormField>
);

/** Radio buttons for the card type, in the order of `types`. */
export const CardTypeField = <Typed extends FieldValues, Values>({
  types,
  ...place
}: FieldInForm<Typed, Values> & { types: readonly CardType[] }) => {
  const t = useTranslations("common");
  return (
    <FormRadio
      {...place}
      legend={t("cardType.legend")}
      options={types.map((value) => ({
        value,
        label: t(`cardType.${value}`),
        help: t(`cardType.help.${value}`),
      }))}
    />
  );
};

export const CurrencyField = <Typed extends FieldValues, Values>(
  props: FieldInForm<Typed, Values> & { help?: ReactNode },
) => (
  <FormSelect
    {...props}
    label={useTranslations("common")("fields.currency")}
    options={currencyOptions()}
  />
);

/** The field for a store's currency. */
export const StoreCurrencyField = <Typed extends FieldValues, Values>(
  props: FieldInForm<Typed, Values>,
) => <CurrencyField {...props} help={useTranslations("common")("fields.storeCurrencyHelp")} />;
