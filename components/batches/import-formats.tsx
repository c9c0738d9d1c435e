import { useTranslations } from "next-intl";
import { FormRadio } from "@/components/form-fields";
import { DATE_ORDERS, DECIMAL_MARKS } from "@/lib/batches/import/formats";
import type { FORMAT_FIELDS, ImportForm } from "./use-import-form";

type Props = { form: ImportForm };

/** Asks how the file writes amounts and dates, each once the server can read it in 2 ways. */
export function ImportFormats({ form }: Props) {
  const t = useTranslations("batches");
  const isAsked = (name: (typeof FORMAT_FIELDS)[number]) =>
    Boolean(form.watch(name) || form.formState.errors[name]);
  return (
    <>
      {isAsked("decimalMark") && (
        <FormRadio
          form={form}
          name="decimalMark"
          legend={t("formats.amounts")}
          options={DECIMAL_MARKS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
      )}
      {isAsked("dateOrder") && (
        <FormRadio
          form={form}
          name="dateOrder"
          legend={t("formats.dates")}
          options={DATE_ORDERS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
      )}
    </>
  );
}
