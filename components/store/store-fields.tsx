import { Controller, type UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { CurrencyField } from "@/components/form-fields";
import { FormText } from "@/components/form-text";
import type { Store } from "@/components/types";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyButton } from "@/components/ui/copy-button";
import { Field, FieldGroup, Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import type { StoreInput, StoreValues } from "./store-values";
import { balancePage } from "./words";
import { ZoneSelect } from "./zone-select";

type Form = UseFormReturn<StoreInput, unknown, z.output<typeof StoreValues>>;

/** Fields for the store's name, currency and time zone. */
export function StoreFields({ form, store }: { form: Form; store: Store }) {
  const { errors } = form.formState;
  return (
    <>
      <FormText
        form={form}
        name="name"
        label="Name"
        help="Stands on every card and in mail to your customers."
        autoComplete="organization"
      />
      <Field label="Short name" help="For support and the operator's command. It can't be changed.">
        {(control) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              readOnly
              value={store.slug}
              className="bg-sunken font-mono md:text-sm"
            />
            <CopyButton text={store.slug} what="short name" />
          </div>
        )}
      </Field>
      <Field
        label="Balance page"
        help="Whoever has the code of a card reads its balance there. Link to it from your site; printed cards name it."
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              readOnly
              value={balancePage(store.slug)}
              className="bg-sunken font-mono md:text-sm"
            />
            <CopyButton text={balancePage(store.slug)} what="link" />
          </div>
        )}
      </Field>
      <CurrencyField form={form} name="currency" />
      <Field label="Time zone" error={errors.timeZone?.message}>
        {(control) => (
          <Controller
            control={form.control}
            name="timeZone"
            render={({ field }) => (
              <ZoneSelect {...control} value={field.value} onValueChange={field.onChange} />
            )}
          />
        )}
      </Field>
      {store.formerZone && (
        <Notice tone="info">
          Reports still count days in {store.formerZone.replaceAll("_", " ")}. They follow within a
          quarter of an hour.
        </Notice>
      )}
    </>
  );
}

/** Fields for the cards' expiration and for transfers. */
export function CardFields({ form }: { form: Form }) {
  return (
    <>
      <FieldGroup legend="Cards are valid">
        <Controller
          control={form.control}
          name="validity"
          render={({ field }) => (
            <RadioGroup
              label="Cards are valid"
              value={field.value}
              onValueChange={field.onChange}
              options={[
                { value: "months", label: "For a time", help: "Counted anew from each load" },
                { value: "never", label: "For good", help: "Cards never expire" },
              ]}
            />
          )}
        />
      </FieldGroup>
      {form.watch("validity") === "months" && (
        <FormText
          form={form}
          name="months"
          label="Months after the last load"
          inputMode="numeric"
          autoComplete="off"
          className="md:w-32"
        />
      )}
      <FieldGroup legend="Transfers">
        <Controller
          control={form.control}
          name="transfersEnabled"
          render={({ field }) => (
            <Checkbox
              checked={field.value}
              onCheckedChange={field.onChange}
              label="Allow transfers between stores"
              help="People may move balance between their cards of your store and of other stores that take part. The stores then owe each other what was moved: see Reports, Settlement."
            />
          )}
        />
      </FieldGroup>
    </>
  );
}
