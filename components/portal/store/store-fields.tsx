import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import type { Store } from "@/components/kit/api/types";
import {
  CurrencyField,
  FormCheckbox,
  FormRadio,
  FormSelect,
} from "@/components/kit/form/form-fields";
import { FormMoney } from "@/components/kit/form/form-money";
import { FormField, FormText } from "@/components/kit/form/form-text";
import { formatMoney, usualCentsOf } from "@/components/kit/money/money";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { Field, FieldGroup, Input } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { CUSTOMER_LANGUAGES } from "@/lib/base/i18n/languages";
import { decimalText } from "@/lib/base/money";
import type { StoreInput } from "./store-values";
import { balancePageUrl, languageName } from "./words";
import { ZoneSelect } from "./zone-select";

type StoreFormReturn = UseFormReturn<StoreInput>;

export function StoreFields({ form, store }: { form: StoreFormReturn; store: Store }) {
  const t = useTranslations("store");
  const currency = form.watch("currency");
  const usualCents = usualCentsOf(currency, { currency, usualAmountCents: null });
  return (
    <>
      <FormText
        form={form}
        name="name"
        label={t("name")}
        help={t("nameHelp")}
        autoComplete="organization"
      />
      <FixedField label={t("shortName")} help={t("shortNameHelp")} value={store.slug} />
      <FixedField
        label={t("balancePage")}
        help={t("balancePageHelp")}
        value={balancePageUrl(store.slug)}
      />
      <CurrencyField form={form} name="currency" />
      <FormField form={form} name="timeZone">
        {({ value, onChange, error }) => (
          <Field label={t("timeZone")} error={error}>
            {(control) => <ZoneSelect {...control} value={value} onValueChange={onChange} />}
          </Field>
        )}
      </FormField>
      {store.formerZone && (
        <Notice tone="info">
          {t("formerTimeZone", { timeZone: store.formerZone.replaceAll("_", " ") })}
        </Notice>
      )}
      <FormSelect
        form={form}
        name="language"
        label={t("language")}
        help={t("languageHelp")}
        options={CUSTOMER_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
      />
      <FormText
        form={form}
        name="scanPrefix"
        label={t("scanPrefix")}
        help={t("scanPrefixHelp")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="font-mono md:w-64"
        optional
      />
      <FormMoney
        form={form}
        name="usualAmountCents"
        label={t("usualAmount")}
        help={t("usualAmountHelp", { amount: formatMoney(usualCents, currency) })}
        placeholder={decimalText(usualCents, currency)}
        currency={currency}
        optional
      />
    </>
  );
}

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

export function CardFields({ form }: { form: StoreFormReturn }) {
  const t = useTranslations("store");
  return (
    <>
      <FormRadio
        form={form}
        name="validity"
        legend={t("expiration.legend")}
        options={[
          { value: "months", label: t("expiration.months"), help: t("expiration.monthsHelp") },
          { value: "never", label: t("expiration.never") },
        ]}
      />
      {form.watch("validity") === "months" && (
        <FormText
          form={form}
          name="months"
          label={t("expiration.monthCount")}
          inputMode="numeric"
          autoComplete="off"
          className="md:w-32"
        />
      )}
    </>
  );
}

/** What an owner requires of the team. */
export function TeamFields({ form }: { form: StoreFormReturn }) {
  const t = useTranslations("store");
  return (
    <FieldGroup legend={t("team")}>
      <FormCheckbox
        form={form}
        name="requiresSecondFactor"
        label={t("secondFactor.require")}
        help={t("secondFactor.help")}
      />
    </FieldGroup>
  );
}
