import { pageLocale } from "@/components/kit/locale/locale";
import { decimalsOf, localizedMoney } from "@/lib/base/money";

/** Formats minor units in the page's locale. `signed` adds a plus sign to positive amounts. */
export const formatMoney = (amountCents: number | bigint, currency: string, signed = false) =>
  localizedMoney(amountCents, currency, pageLocale(), signed ? "exceptZero" : "auto").replace(
    "-",
    "−",
  );

/** The currency to show: the wanted one or the store's usual one if there is any money in it. */
export const currencyAmong = (currencies: string[], chosen: string | null, usual: string): string =>
  [chosen, usual, currencies[0]].find((one) => one && currencies.includes(one)) ?? usual;

// More than a gift card usually holds, so probably a typo. Recipients are emailed immediately.
const usualMajorUnits = 10_000;

/** Amounts that gift cards are often sold for, in minor units: $10, $25, $50 and $100, or ¥1,000 and so on. */
export const usualAmounts = (currency: string): number[] =>
  [10, 25, 50, 100].map((amount) => amount * 10 ** Math.max(decimalsOf(currency), 2));

type StoreAmounts = { currency: string; usualAmountCents: number | null };

/** The largest amount in minor units that is usual at a store. Larger ones are entered twice. */
export const usualCentsOf = (currency: string, store: StoreAmounts): number =>
  (store.currency === currency ? store.usualAmountCents : null) ??
  usualMajorUnits * 10 ** decimalsOf(currency);

/** Why a typed amount is refused: a key of `common.validation`. */
export type AmountProblem =
  | "amountAmbiguous"
  | "amountDecimals"
  | "amountDigits"
  | "amountMissing"
  | "amountSeparators"
  | "amountTooLarge"
  | "amountZero";

type Parsed = { amountCents: number } | { problem: AmountProblem };

/**
 * Parses typed text into minor units: "12", "12.00", "12,00", "1,234.50", "1.234,50". A single
 * separator before 3 digits groups them only if `locale` uses it for that, and in a currency with 3
 * decimals it is refused then: neither a typo nor a habit may become 1,000 times the amount.
 */
export function parseMoney(text: string, currency: string, locale = pageLocale()): Parsed {
  const decimals = decimalsOf(currency);
  const bare = text.replace(/[\s'’\u00a0\u202f]|\p{Sc}/gu, "");
  if (bare === "") return { problem: "amountMissing" };
  if (!/^\d+([.,]\d+)*$/.test(bare)) return { problem: "amountDigits" };

  const mark = decimalMark(bare, locale);
  if (mark < 0 && decimals === 3 && /^\d{1,3}[.,]\d{3}$/.test(bare)) {
    return { problem: "amountAmbiguous" };
  }
  const [whole = "", fraction = ""] = splitAt(bare, mark);
  if (/[.,]/.test(whole) && !/^\d{1,3}([.,]\d{3})+$/.test(whole)) {
    return { problem: "amountSeparators" };
  }
  if (fraction.length > decimals) return { problem: "amountDecimals" };
  const amountCents = Number(whole.replace(/[.,]/g, "") + fraction.padEnd(decimals, "0"));
  if (amountCents < 1) return { problem: "amountZero" };
  if (!Number.isSafeInteger(amountCents)) return { problem: "amountTooLarge" };
  return { amountCents };
}

/** The index of the decimal mark in `text`, or -1 if there is none. */
function decimalMark(text: string, locale: string): number {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last < 0) return -1;
  const mark = text.charAt(last);
  const other = mark === "." ? "," : ".";
  if (text.includes(other)) return last;
  if (text.indexOf(mark) !== last) return -1;
  const digitsAfter = text.length - last - 1;
  if (digitsAfter !== 3) return last;
  return mark === groupSeparatorOf(locale) ? -1 : last;
}

const splitAt = (text: string, index: number) =>
  index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];

/** As in amounts, because Austria's separators of amounts and numbers differ. */
const groupSeparatorOf = (locale: string) =>
  new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" })
    .formatToParts(12_345)
    .find((part) => part.type === "group")?.value;
