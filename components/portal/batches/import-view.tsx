"use client";

import { Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import { CardTypeField, CurrencyField } from "@/components/kit/form/form-fields";
import { FormField, FormText } from "@/components/kit/form/form-text";
import { useSubmit } from "@/components/kit/form/forms";
import { Button } from "@/components/kit/ui/button";
import { Field, Input } from "@/components/kit/ui/field";
import { PageHeader } from "@/components/kit/ui/page-header";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { EmptyState } from "@/components/kit/ui/states";
import { useHydrated } from "@/components/kit/ui/use-hydrated";
import type { CheckedImport } from "./import-file";
import {
  FORMAT_FIELDS,
  type ImportFields,
  importedTypes,
  loadDecodeFile,
  loadImportFile,
  useChosenFile,
  useImportForm,
} from "./use-import-form";

// Each loads when it is needed.
const ImportColumns = dynamic(async () => (await import("./import-columns")).ImportColumns);
const ImportEncoding = dynamic(async () => (await import("./import-encoding")).ImportEncoding);
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

type Props = {
  /** Hides the form but keeps its input while the result is shown. */
  hidden: boolean;
  onChecked: (checked: CheckedImport) => void;
};

function ImportForm({ hidden, onChecked }: Props) {
  const t = useTranslations("batches");
  const { merchant } = useSession();
  const hydrated = useHydrated();
  const form = useImportForm(merchant.currency);
  const { input, found, choose, chosen: chosenFile } = useChosenFile(form);
  const preview = found?.preview;
  const undecidedFormats = FORMAT_FIELDS.filter(
    (name) => form.watch(name) || form.formState.errors[name],
  );
  const check = async ({ csv: file, ...typed }: ImportFields) => {
    const { columns, encoding, decimalMark, dateOrder, ...chosen } = typed;
    const [{ decodeFile }, { checkImport }] = await Promise.all([
      loadDecodeFile(),
      loadImportFile(),
    ]);
    // In the encoding that the form shows. Another guess could differ from the preview.
    const { text: csv } = await decodeFile(file, encoding || "utf-8");
    const sent = {
      csv,
      currency: chosen.currency,
      ...(columns && { columns }),
      ...(decimalMark && { decimalMark }),
      ...(dateOrder && { dateOrder }),
    };
    onChecked(await checkImport({ ...chosen, ...sent, fileName: file.name }));
  };
  // Without a preview, the columns are not shown: what is wrong with them is wrong with the file.
  const { submit, failure, busy } = useSubmit(form, check, preview ? {} : { columns: "csv" });

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
      {found && !found.decoded.isCertain && (
        <ImportEncoding
          form={form}
          words={found.decoded.words}
          onChosen={(encoding) => choose(input.current?.files?.[0], encoding)}
        />
      )}
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
      {undecidedFormats.length > 0 && <ImportFormats form={form} undecided={undecidedFormats} />}
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
