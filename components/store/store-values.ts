import * as z from "zod/mini";
import { typedName } from "@/components/form-schemas";
import type { Translate } from "@/components/translate";
import type { Store } from "@/components/types";
import { CUSTOMER_LANGUAGES } from "@/lib/i18n/languages";
import { SCAN_PREFIX_PATTERN } from "@/lib/scan";

const maxMonths = 1_200;

export const storeValuesSchema = (t: Translate<"store">) =>
  z
    .object({
      name: typedName,
      currency: z.string(),
      timeZone: z.string(),
      language: z.enum(CUSTOMER_LANGUAGES),
      validity: z.enum(["months", "never"]),
      months: z.string(),
      requiresSecondFactor: z.boolean(),
      scanPrefix: z.string().check(
        z.trim(),
        z.refine((typed) => typed === "" || SCAN_PREFIX_PATTERN.test(typed), {
          message: t("scanPrefixInvalid"),
        }),
      ),
    })
    .check(
      z.refine(({ validity, months }) => validity === "never" || isMonths(months.trim()), {
        path: ["months"],
        message: t("expiration.monthCountInvalid", { max: maxMonths }),
      }),
    );

type StoreValuesSchema = ReturnType<typeof storeValuesSchema>;
export type StoreInput = z.input<StoreValuesSchema>;
export type StoreValues = z.output<StoreValuesSchema>;

const isMonths = (text: string) =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= maxMonths;

const usualMonths = "60";

/** Form values of the saved settings. */
export const valuesOf = (store: Store): StoreInput => ({
  name: store.name,
  currency: store.currency,
  timeZone: store.timeZone,
  language: store.language,
  validity: store.validityMonths === null ? "never" : "months",
  months: store.validityMonths === null ? usualMonths : String(store.validityMonths),
  requiresSecondFactor: store.requiresSecondFactor,
  scanPrefix: store.scanPrefix ?? "",
});

/** The request body. It always sends every field, because the server detects what changed. */
export const storeUpdateBody = ({ validity, months, scanPrefix, ...rest }: StoreValues) => ({
  ...rest,
  scanPrefix: scanPrefix || null,
  validityMonths: validity === "never" ? null : Number(months.trim()),
});
