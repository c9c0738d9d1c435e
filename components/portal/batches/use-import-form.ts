import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { typedName } from "@/components/kit/form/form-schemas";
import { schemaResolver } from "@/components/kit/form/forms";
import type { Translate } from "@/components/kit/locale/translate";
import { type ColumnPlaces, REQUIRED_COLUMNS } from "@/lib/domain/batches/import/columns";
import type { DateOrder, DecimalMark } from "@/lib/domain/batches/import/formats";
import type { DecodedFile, Encoding } from "./decode-file";
import type { Preview } from "./import-file";

// Each loads when it is needed.
export const loadDecodeFile = () => import("./decode-file");
export const loadImportFile = () => import("./import-file");

const readPreview = async (file: File, encoding: Encoding | undefined) => {
  const [{ decodeFile }, { previewOf }] = await Promise.all([loadDecodeFile(), loadImportFile()]);
  const decoded = await decodeFile(file, encoding);
  return { decoded, preview: await previewOf(decoded.text) };
};

const mostBytes = 5 * 1024 * 1024;
/** Physical first: most imported cards are. Not from `cards/words`, which this page would load for it alone. */
export const importedTypes = ["physical", "digital"] as const;

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
    /** Empty if the file itself says its encoding. */
    encoding: z.custom<Encoding | "">(),
    /** Empty until the server asks. */
    decimalMark: z.custom<DecimalMark | "">(),
    dateOrder: z.custom<DateOrder | "">(),
    name: typedName,
    currency: z.string(),
    cardType: z.enum(importedTypes),
  });

export type ImportFields = z.input<ReturnType<typeof importFormSchema>>;

export type ImportForm = UseFormReturn<ImportFields>;

export const FORMAT_FIELDS = ["decimalMark", "dateOrder"] as const;

/** The form of an import into a store with this currency. */
export const useImportForm = (currency: string) =>
  useForm<ImportFields>({
    resolver: schemaResolver(
      importFormSchema(useTranslations("batches")),
      useTranslations("common"),
    ),
    defaultValues: {
      name: "",
      columns: null,
      encoding: "",
      decimalMark: "",
      dateOrder: "",
      currency,
      cardType: "physical",
    },
  });

type Found = { decoded: DecodedFile; preview: Preview | null };

/**
 * The form's file as text, with a preview of its columns and a guess at what they are. `chosen` resolves once the file
 * is read.
 */
export function useChosenFile(form: ImportForm) {
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<Found | null>(null);
  const reading = useRef<Promise<unknown>>(Promise.resolve());
  const read = useCallback(
    async (file: File | undefined, encoding?: Encoding) => {
      const show = (now: Found | null) => {
        setFound(now);
        form.setValue("columns", now?.preview?.places ?? null);
        form.setValue("encoding", now && !now.decoded.isCertain ? now.decoded.encoding : "");
        form.clearErrors(["columns", "csv"]);
      };
      for (const format of FORMAT_FIELDS) form.resetField(format);
      if (!encoding) show(null);
      if (!file) return form.resetField("csv");
      form.setValue("csv", file);
      if (file.size > mostBytes) return;
      // If the code that reads files fails to load, there is no preview, and the server finds the columns.
      const now = await readPreview(file, encoding).catch(() => null);
      // Another file may have been chosen meanwhile.
      if (input.current?.files?.[0] === file) show(now);
    },
    [form],
  );
  const choose = useCallback(
    (file: File | undefined, encoding?: Encoding) => {
      reading.current = read(file, encoding);
    },
    [read],
  );
  const chosen = useCallback(() => reading.current, []);
  // On a slow connection a file may be chosen before hydration.
  useEffect(() => {
    const [file] = input.current?.files ?? [];
    if (file) choose(file);
  }, [choose]);
  return { input, found, choose, chosen };
}
