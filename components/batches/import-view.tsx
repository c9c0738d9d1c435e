"use client";

import { Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { cardTypes } from "@/components/cards/words";
import { CardTypeField, CurrencyField } from "@/components/form-fields";
import { typedName } from "@/components/form-schemas";
import { FormField, FormText } from "@/components/form-text";
import { schemaResolver, useHydrated, useSubmit } from "@/components/forms";
import { useMayWrite, useSession } from "@/components/session";
import type { Translate } from "@/components/translate";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Field, Input } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { RequestFailure } from "@/components/ui/request-failure";
import { EmptyState } from "@/components/ui/states";
import type { ImportCheck } from "./batch";
import type { ImportRequest } from "./import-result";

const ImportResult = dynamic(async () => (await import("./import-result")).ImportResult);

/** Imports another provider's cards. The whole file is checked before anything is written. */
export function ImportView() {
  const t = useTranslations("batches");
  const mayWrite = useMayWrite();
  const [checked, setChecked] = useState<{ chosen: ImportRequest; check: ImportCheck } | null>(
    null,
  );
  return (
    <>
      <PageHeader
        parent={{ href: "/batches", label: t("title") }}
        title={t("import.title")}
        purpose={t("import.purpose")}
      />
      {!mayWrite ? (
        <EmptyState
          icon={<Upload aria-hidden />}
          title={t("import.noPermission.title")}
          text={t("import.noPermission.text")}
        />
      ) : (
        <>
          <ImportForm hidden={checked !== null} onChecked={setChecked} />
          {checked && <ImportResult {...checked} onBack={() => setChecked(null)} />}
        </>
      )}
    </>
  );
}

const mostBytes = 5 * 1024 * 1024;

const example = `code,balance,currency,expiry,email,note
6035710000001234,25.00,USD,2027-12-31,ada@example.com,
6035710000001242,0,USD,,,Unsold`;

const importFormSchema = (t: Translate<"batches">) =>
  z.object({
    csv: z.custom<File>(
      (file) => file instanceof File && file.size > 0 && file.size <= mostBytes,
      t("import.fileMissing"),
    ),
    name: typedName,
    currency: z.string(),
    cardType: z.enum(cardTypes),
  });

type Typed = z.input<ReturnType<typeof importFormSchema>>;

type Props = {
  /** Hides the form but keeps its input while the result is shown. */
  hidden: boolean;
  onChecked: (checked: { chosen: ImportRequest; check: ImportCheck }) => void;
};

function ImportForm({ hidden, onChecked }: Props) {
  const t = useTranslations("batches");
  const { merchant } = useSession();
  const hydrated = useHydrated();
  const form = useForm<Typed>({
    resolver: schemaResolver(importFormSchema(t), useTranslations("common")),
    defaultValues: { name: "", currency: merchant.currency, cardType: "physical" },
  });
  const input = useRef<HTMLInputElement>(null);
  // On a slow connection a file may be chosen before hydration.
  useEffect(() => {
    const [file] = input.current?.files ?? [];
    if (file) form.setValue("csv", file);
  }, [form]);
  const { submit, failure, busy } = useSubmit(form, async ({ csv: file, ...chosen }) => {
    const csv = await file.text();
    const { currency } = chosen;
    const check = await post("/api/portal/batches/import/check", { csv, currency });
    onChecked({ chosen: { ...chosen, csv, fileName: file.name }, check });
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      hidden={hidden}
      className={hidden ? "hidden" : "grid max-w-2xl gap-6"}
    >
      <FormField form={form} name="csv">
        {({ onChange, error }) => (
          <Field label={t("import.file")} help={t("import.fileHelp")} error={error}>
            {(control) => (
              <Input
                {...control}
                ref={input}
                type="file"
                accept=".csv,text/csv,text/plain"
                className="file:mr-3 file:font-medium max-md:py-2.5 md:py-1.5"
                onChange={(event) => onChange(event.target.files?.[0])}
              />
            )}
          </Field>
        )}
      </FormField>
      <details className="rounded-md border bg-surface px-4 py-3">
        <summary className="cursor-pointer font-medium">{t("import.format")}</summary>
        <div className="mt-3 grid gap-3">
          <CodeBlock code={example} copyLabel={t("import.copyExample")} />
          <p className="text-muted">{t("import.formatText")}</p>
        </div>
      </details>
      <FormText
        form={form}
        name="name"
        label={t("import.name")}
        help={t("import.nameHelp")}
        autoComplete="off"
      />
      <CurrencyField form={form} name="currency" help={t("import.currencyHelp")} />
      <CardTypeField form={form} name="cardType" types={["physical", "digital"]} />
      <RequestFailure error={failure} />
      <Button
        type="submit"
        variant="primary"
        disabled={!hydrated}
        busy={busy}
        className="justify-self-start"
      >
        {t(busy ? "import.checking" : "import.check")}
      </Button>
    </form>
  );
}
