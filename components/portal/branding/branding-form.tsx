import { useTranslations } from "next-intl";
import { type UseFormReturn, useForm } from "react-hook-form";
import { patch } from "@/components/kit/api/api";
import type { Branding } from "@/components/kit/api/types";
import { FormText } from "@/components/kit/form/form-text";
import { schemaResolver, useSubmit } from "@/components/kit/form/forms";
import { SaveBar } from "@/components/kit/form/save-bar";
import { UnsavedChanges } from "@/components/kit/form/unsaved-changes";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { BrandingColumns } from "./branding-facts";
import { BrandingPreview } from "./branding-preview";
import {
  type BrandingInput,
  type BrandingValues,
  brandingSchema,
  brandingUpdateBody,
  typedBranding,
  valuesOf,
} from "./branding-values";
import { ColorField } from "./color-field";
import { LogoField } from "./logo-field";
import { useShowSaved } from "./use-branding";

/** The branding form, with a preview of what was typed. A logo is saved when it is chosen. */
export function BrandingForm({ branding }: { branding: Branding }) {
  const t = useTranslations("branding");
  const showSaved = useShowSaved();
  const form = useForm<BrandingInput, unknown, BrandingValues>({
    resolver: schemaResolver(brandingSchema(t), useTranslations("common")),
    defaultValues: valuesOf(branding),
  });
  const { isDirty, isSubmitting } = form.formState;

  const act = async (values: BrandingValues) => {
    const saved = await patch("/api/portal/branding", brandingUpdateBody(values));
    form.reset(valuesOf(saved));
    showSaved(saved, t("saved"));
  };
  const { submit, failure } = useSubmit(form, act);

  return (
    <BrandingColumns preview={<BrandingPreview branding={typedBranding(branding, form.watch())} />}>
      <LogoField branding={branding} />
      <form method="post" noValidate onSubmit={submit} className="grid gap-6">
        <UnsavedChanges dirty={isDirty} />
        <ColorField form={form} />
        <ContactFields form={form} name={branding.name} />
        <RequestFailure error={failure} />
        <SaveBar dirty={isDirty} busy={isSubmitting} onDiscard={() => form.reset()} />
      </form>
    </BrandingColumns>
  );
}

type FieldsProps = { form: UseFormReturn<BrandingInput, unknown, BrandingValues>; name: string };

function ContactFields({ form, name }: FieldsProps) {
  const t = useTranslations("branding");
  return (
    <>
      <FormText
        form={form}
        name="senderName"
        label={t("senderName.label")}
        help={t("senderName.help", { store: name })}
        autoComplete="off"
        optional
      />
      <FormText
        form={form}
        name="supportEmail"
        label={t("supportEmail.label")}
        help={t("supportEmail.help")}
        type="email"
        autoComplete="off"
        optional
      />
      <FormText
        form={form}
        name="supportPhone"
        label={t("supportPhone.label")}
        type="tel"
        autoComplete="off"
        optional
      />
      <FormText
        form={form}
        name="termsUrl"
        label={t("terms.label")}
        help={t("terms.help")}
        type="url"
        autoComplete="off"
        optional
      />
    </>
  );
}
