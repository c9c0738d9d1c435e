import * as z from "zod/mini";
import type { Store } from "@/components/kit/api/types";
import { typedName } from "@/components/kit/form/form-schemas";
import type { Translate } from "@/components/kit/locale/translate";
import { amountProblem } from "@/components/kit/money/amount-schemas";
import { parseMoney } from "@/components/kit/money/money";
import { CUSTOMER_LANGUAGES } from "@/lib/base/i18n/languages";
import { decimalText } from "@/lib/base/money";
import { SCAN_PREFIX_PATTERN } from "@/lib/base/scan";

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
      usualAmountCents: z.string().check(z.trim()),
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
      ({ value, issues }) => {
        const parsed = parseMoney(value.usualAmountCents, value.currency);
        if (value.usualAmountCents === "" || !("problem" in parsed)) return;
        const why = amountProblem(parsed.problem, value.currency);
        issues.push({ code: "custom", path: ["usualAmountCents"], ...why, input: value });
      },
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
  usualAmountCents:
    store.usualAmountCents === null ? "" : decimalText(store.usualAmountCents, store.currency),
});

/** The request body. It always sends every field, because the server detects what changed. */
export function storeUpdateBody(values: StoreValues) {
  const { validity, months, scanPrefix, usualAmountCents, ...rest } = values;
  const usual = parseMoney(usualAmountCents, rest.currency);
  return {
    ...rest,
    scanPrefix: scanPrefix || null,
    usualAmountCents: "amountCents" in usual ? usual.amountCents : null,
    validityMonths: validity === "never" ? null : Number(months.trim()),
  };
}
