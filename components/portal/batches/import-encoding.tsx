import { useTranslations } from "next-intl";
import { FormField } from "@/components/kit/form/form-text";
import { Field } from "@/components/kit/ui/field";
import { Select } from "@/components/kit/ui/select";
import { ENCODINGS, type Encoding } from "./decode-file";
import type { ImportForm } from "./use-import-form";

type Props = {
  form: ImportForm;
  /** What the file has in the encoding that is chosen. */
  words: string[];
  onChosen: (encoding: Encoding) => void;
};

/** The encoding of a file that doesn't say it: a guess, with words of the file to check it by. */
export function ImportEncoding({ form, words, onChosen }: Props) {
  const t = useTranslations("batches");
  return (
    <FormField form={form} name="encoding">
      {({ value, error }) => (
        <Field
          label={t("encoding.label")}
          help={t("encoding.help", { words: words.join(" · ") })}
          error={error}
        >
          {(control) => (
            <Select
              {...control}
              className="min-w-0"
              value={value}
              onValueChange={(chosen) => onChosen(chosen as Encoding)}
              options={ENCODINGS.map((one) => ({ value: one, label: t(`encoding.names.${one}`) }))}
            />
          )}
        </Field>
      )}
    </FormField>
  );
}
