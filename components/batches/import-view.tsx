"use client";

import { Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { CardTypeField, CurrencyField } from "@/components/form-fields";
import { typedName } from "@/components/form-schemas";
import { FormField, FormText } from "@/components/form-text";
import { schemaResolver, useHydrated, useSubmit } from "@/components/forms";
import { useMayWrite, useSession } from "@/components/session";
import type { Translate } from "@/components/translate";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { RequestFailure } from "@/components/ui/request-failure";
import { EmptyState } from "@/components/ui/states";
import { type ColumnPlaces, REQUIRED_COLUMNS } from "@/lib/batches/import/columns";
import type { DateOrder, DecimalMark } from "@/lib/batches/import/formats";
import type { CheckedImport, Preview } from "./import-file";

// Each loads when it is needed.
const loadImportFile = () => import("./import-file");
const ImportColumns = dynamic(async () => (await import("./import-columns")).ImportColumns);
const ImportFormats = dynamic(async () => (await import("./import-formats")).ImportFormats);
const ImportFormat = dynamic(async () => (await import("./import-format")).ImportFormat);
const ImportResult = dynamic(async () => (await import("./import-result")).ImportResult);

/** Imports another provider's cards. The whole file is checked before anything is written. */
export function ImportView() {
  const t = useTranslations("batches");
  const mayWrite = useMayWrite();
  const [checked, setChecked] = useState<CheckedImport | null>(null);
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
          {checked && (
            <ImportResult {...checked} onChecked={setChecked} onBack={() => setChecked(null)} />
          )}
        </>
      )}
    </>
  );
}

const readPreview = async (file: File) => (await loadImportFile()).previewOf(await file.text());

const mostBytes = 5 * 1024 * 1024;
/** Physical first: most imported cards are. Not from `cards/words`, which this page would load for it alone. */
const importedTypes = ["physical", "digital"] as const;

const importFormSchema = (t: Translate<"batches">) =>
  z.object({
    csv: z.custom<File>(
      (file) => file instanceof File && file.size > 0 && file.size <= mostBytes,
      t("import.fileMissing"),
    ),
    /** Null for a file without a preview: the server finds its columns, or says what is wrong. */
    columns: z.custom<ColumnPlaces | null>(
      (places: ColumnPlaces | null) =>
        places === null || REQUIRED_COLUMNS.every((column) => places[column] !== undefined),
      t("columns.missing"),
    ),
    /** Empty until the server asks. */
    decimalMark: z.custom<DecimalMark | "">(),
    dateOrder: z.custom<DateOrder | "">(),
    name: typedName,
    currency: z.string(),
    cardType: z.enum(importedTypes),
  });

export type Typed = z.input<ReturnType<typeof importFormSchema>>;

const FORMAT_FIELDS = ["decimalMark", "dateOrder"] as const;

type Props = {
  /** Hides the form but keeps its input while the result is shown. */
  hidden: boolean;
  onChecked: (checked: CheckedImport) => void;
};

function ImportForm({ hidden, onChecked }: Props) {
  const t = useTranslations("batches");
  const { merchant } = useSession();
  const hydrated = useHydrated();
  const form = useForm<Typed>({
    resolver: schemaResolver(importFormSchema(t), useTranslations("common")),
    defaultValues: {
      name: "",
      columns: null,
      decimalMark: "",
      dateOrder: "",
      currency: merchant.currency,
      cardType: "physical",
    },
  });
  const { input, preview, choose, chosen: chosenFile } = useChosenFile(form);
  const { submit, failure, busy } = useSubmit(form, async ({ csv: file, ...typed }) => {
    const { columns, decimalMark, dateOrder, ...chosen } = typed;
    const csv = await file.text();
    const sent = {
      csv,
      currency: chosen.currency,
      ...(columns && { columns }),
      ...(decimalMark && { decimalMark }),
      ...(dateOrder && { dateOrder }),
    };
    const { checkImport } = await loadImportFile();
    onChecked(await checkImport({ ...chosen, ...sent, fileName: file.name }));
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        // The columns that the schema checks follow from the file.
        await chosenFile();
        await submit(event);
      }}
      hidden={hidden}
      className={hidden ? "hidden" : "grid max-w-2xl gap-6"}
    >
      <FormField form={form} name="csv">
        {({ error }) => (
          <Field label={t("import.file")} help={t("import.fileHelp")} error={error}>
            {(control) => (
              <Input
                {...control}
                ref={input}
                type="file"
                accept=".csv,text/csv,text/plain"
                className="file:mr-3 file:font-medium max-md:py-2.5 md:py-1.5"
                onChange={(event) => choose(event.target.files?.[0])}
              />
            )}
          </Field>
        )}
      </FormField>
      {preview && (
        <FormField form={form} name="columns">
          {({ value, onChange, error }) => (
            <ImportColumns
              preview={preview}
              value={value ?? {}}
              onChange={onChange}
              error={error}
            />
          )}
        </FormField>
      )}
      {FORMAT_FIELDS.some((name) => form.watch(name) || form.formState.errors[name]) && (
        <ImportFormats form={form} />
      )}
      <FormatHelp />
      <FormText
        form={form}
        name="name"
        label={t("import.name")}
        help={t("import.nameHelp")}
        autoComplete="off"
      />
      <CurrencyField form={form} name="currency" help={t("import.currencyHelp")} />
      <CardTypeField form={form} name="cardType" types={importedTypes} />
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

/** Explains the columns of a file. */
function FormatHelp() {
  const [opened, setOpened] = useState(false);
  return (
    <details className="rounded-md border bg-surface px-4 py-3" onToggle={() => setOpened(true)}>
      <summary className="cursor-pointer font-medium">
        {useTranslations("batches")("import.format")}
      </summary>
      {opened && <ImportFormat />}
    </details>
  );
}

/**
 * The form's file, with a preview of its columns and a guess at what they are. `chosen` resolves once the file is
 * read.
 */
function useChosenFile(form: UseFormReturn<Typed>) {
  const input = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const reading = useRef<Promise<unknown>>(Promise.resolve());
  const read = useCallback(
    async (file: File | undefined) => {
      const show = (found: Preview | null) => {
        setPreview(found);
        form.setValue("columns", found?.places ?? null);
        form.clearErrors("columns");
      };
      show(null);
      form.clearErrors("csv");
      for (const format of FORMAT_FIELDS) form.resetField(format);
      if (!file) return form.resetField("csv");
      form.setValue("csv", file);
      if (file.size > mostBytes) return;
      // Without what it takes to read the file, there is no preview: the server finds the columns.
      const found = await readPreview(file).catch(() => null);
      // Another file may have been chosen meanwhile.
      if (input.current?.files?.[0] !== file) return;
      show(found);
    },
    [form],
  );
  const choose = useCallback(
    (file: File | undefined) => {
      reading.current = read(file);
    },
    [read],
  );
  const chosen = useCallback(() => reading.current, []);
  // On a slow connection a file may be chosen before hydration.
  useEffect(() => {
    const [file] = input.current?.files ?? [];
    if (file) choose(file);
  }, [choose]);
  return { input, preview, choose, chosen };
}
