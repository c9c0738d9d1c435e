import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import { CurrencyField, FormCheckbox, FormRadio } from "@/components/form-fields";
import { FormField, FormText } from "@/components/form-text";
import type { Store } from "@/components/types";
import { CopyButton } from "@/components/ui/copy-button";
import { Field, FieldGroup, Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { StoreInput } from "./store-values";
import { balancePageUrl } from "./words";
import { ZoneSelect } from "./zone-select";

type StoreFormReturn = UseFormReturn<StoreInput>;

export const StoreFields = ({ form, store }: { form: StoreFormReturn; store: Store }) => (
  <>
    <FormText
      form={form}
      name="name"
      label="Name"
      help="Shown on cards and in customer emails."
      autoComplete="organization"
    />
    <FixedField
      label="Short name"
      help="For support and the operator's command. It can't be changed."
      value={store.slug}
    />
    <FixedField
      label="Balance page"
      help="Customers can check their balance here with the card code. The URL is printed on cards."
      value={balancePageUrl(store.slug)}
    />
    <CurrencyField form={form} name="currency" />
    <FormField form={form} name="timeZone">
      {({ value, onChange, error }) => (
        <Field label="Time zone" error={error}>
          {(control) => <ZoneSelect {...control} value={value} onValueChange={onChange} />}
        </Field>
      )}
    </FormField>
    {store.formerZone && (
      <Notice tone="info">
        Reports still count days in {store.formerZone.replaceAll("_", " ")}. They follow within a
        quarter of an hour.
      </Notice>
    )}
  </>
);

type FixedProps = { label: string; help: string; value: string };

function FixedField({ label, help, value }: FixedProps) {
  const t = useTranslations("common");
  return (
    <Field label={label} help={help}>
      {(control) => (
        <div className="flex items-center gap-2">
          <Input {...control} readOnly value={value} className="bg-sunken font-mono md:text-sm" />
          <CopyButton text={value} label={t("actions.copyNamed", { name: label })} />
        </div>
      )}
    </Field>
  );
}

export const CardFields = ({ form }: { form: StoreFormReturn }) => (
  <>
    <FormRadio
      form={form}
      name="validity"
      legend="Expiration"
      options={[
        { value: "months", label: "After a set period", help: "Restarts with each top-up" },
        { value: "never", label: "Never" },
      ]}
    />
    {form.watch("validity") === "months" && (
      <FormText
        form={form}
        name="months"
        label="Months after the last top-up"
        inputMode="numeric"
        autoComplete="off"
        className="md:w-32"
      />
    )}
  </>
);

/** What an owner requires of the team. */
export const TeamFields = ({ form }: { form: StoreFormReturn }) => (
  <FieldGroup legend="Team">
    <FormCheckbox
      form={form}
      name="requiresSecondFactor"
      label="Require a second factor"
      help="Everyone on the team needs two-step sign-in or a passkey. People without one must set it up before they can do anything else. Set up your own first."
    />
  </FieldGroup>
);
