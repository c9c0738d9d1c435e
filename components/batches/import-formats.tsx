import { useTranslations } from "next-intl";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { FormRadio } from "@/components/form-fields";
import { DATE_ORDERS, DECIMAL_MARKS } from "@/lib/batches/import/formats";

type Props<Typed extends FieldValues, Values> = { form: UseFormReturn<Typed, unknown, Values> };

/** Asks how the file writes amounts and dates, each once the server can read it in 2 ways. */
export function ImportFormats<Typed extends FieldValues, Values>({ form }: Props<Typed, Values>) {
  const t = useTranslations("batches");
  const isAsked = (name: string) =>
    Boolean(form.watch(name as Path<Typed>) || form.formState.errors[name]);
  return (
    <>
      {isAsked("decimalMark") && (
        <FormRadio
          form={form}
          name={"decimalMark" as Path<Typed>}
          legend={t("formats.amounts")}
          options={DECIMAL_MARKS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
      )}
      {isAsked("dateOrder") && (
        <FormRadio
          form={form}
          name={"dateOrder" as Path<Typed>}
          legend={t("formats.dates")}
          options={DATE_ORDERS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
      )}
    </>
  );
}
