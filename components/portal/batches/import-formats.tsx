import { useTranslations } from "next-intl";
import { FormRadio } from "@/components/kit/form/form-fields";
import { DATE_ORDERS, DECIMAL_MARKS } from "@/lib/domain/batches/import/formats";
import type { FORMAT_FIELDS, ImportForm } from "./use-import-form";

type Props = {
  form: ImportForm;
  /** The formats that the server can read in 2 ways. */
  undecided: (typeof FORMAT_FIELDS)[number][];
};

/** Asks how the file writes amounts and dates. */
export function ImportFormats({ form, undecided }: Props) {
  const t = useTranslations("batches");
  return (
    <>
      {undecided.includes("decimalMark") && (
        <FormRadio
          form={form}
          name="decimalMark"
          legend={t("formats.amounts")}
          options={DECIMAL_MARKS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
      )}
      {undecided.includes("dateOrder") && (
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
