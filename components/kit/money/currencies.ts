import { readOptions } from "@/components/kit/api/read-options";
import { pageLocale } from "@/components/kit/locale/locale";
import { isCurrency } from "@/lib/base/money";

const common = ["USD", "EUR", "GBP", "CAD", "AUD", "JPY", "CHF", "SEK"];

/** Common currencies first, then all others by code. */
export function currencyOptions() {
  const names = new Intl.DisplayNames(pageLocale(), { type: "currency" });
  const others = Intl.supportedValuesOf("currency").filter(
    (code) => isCurrency(code) && !common.includes(code),
  );
  return [...common, ...others].map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
}

/** The currencies of the store's cards. */
export const currenciesInUse = readOptions(["cards", "currencies"], "/api/portal/currencies");
