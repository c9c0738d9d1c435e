import { centsOfDecimal, decimalsOf } from "@/lib/base/money";
import type { DecimalMark } from "./formats";

const MARKS = { point: ".", comma: "," } as const;

const MAX_AMOUNT_CHARACTERS = 40;
// An amount with what is before and after it, such as "US$ 25.00".
const AMOUNT = /^([^\d.,]*)(\d[\d.,]*)((?:[^\d.,]\D*)?)$/;

/**
 * The digits of an amount if it can be read in 2 ways, else null: one mark before 3 digits either begins decimals or
 * groups the digits, as in "1,250". "0.500" and "1250.000" can't be grouped.
 */
export function ambiguousPartOf(text: string): string | null {
  const [, , number = ""] = AMOUNT.exec(bareOf(text)) ?? [];
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) ? number : null;
}

/** Whether an amount is written as in our own files, such as 25.00 or 25. */
export function isPlainAmount(text: string, currency: string): boolean {
  const [, fraction = ""] = /^\d+(?:\.(\d+))?$/.exec(text) ?? [null, "no amount"];
  return fraction.length <= decimalsOf(currency);
}

/** Whether a cell could be an amount in some currency and format. */
export const looksLikeAmount = (text: string): boolean => {
  const [, before = "", number = "", after = ""] = AMOUNT.exec(bareOf(text)) ?? [];
  return number !== "" && before.length + after.length <= 5;
};

/**
 * Parses an amount as other systems write it ("€5", "1.234,56", "25.0000") into minor units, or returns what is wrong
 * with it. `mark` begins the decimals; if undefined, the amount must not be ambiguous.
 */
export function readAmount(
  text: string,
  currency: string,
  mark: DecimalMark | undefined,
): number | string {
  if (text === "") return "is missing; write 0 for a card that was never sold";
  const [, before = "", number = "", after = ""] = AMOUNT.exec(bareOf(text)) ?? [];
  if (number === "" || /[-\u2212+()%]/.test(before + after)) {
    return "must be an amount such as 25.00, without plus or minus signs";
  }
  const signs = signsOf(currency);
  if (![before, after].every((sign) => signs.has(sign.toLowerCase().replace(/\.$/, "")))) {
    return `must be in the row's currency, ${currency}`;
  }
  const parts = partsOf(number, mark);
  if (typeof parts === "string") return parts;
  const decimals = decimalsOf(currency);
  if (/[1-9]/.test(parts.fraction.slice(decimals))) {
    return decimals === 0 ? "must not have decimals" : `must have at most ${decimals} decimals`;
  }
  const cents = centsOfDecimal(`${parts.whole}.${parts.fraction}0`, currency);
  return cents ?? "is more than the maximum balance of a card";
}

/** The digits before and after the decimal mark. */
function partsOf(
  number: string,
  chosen: DecimalMark | undefined,
): { whole: string; fraction: string } | string {
  const mark = chosen ? MARKS[chosen] : markOf(number);
  const at = mark === null ? -1 : number.lastIndexOf(mark);
  const whole = at < 0 ? number : number.slice(0, at);
  const fraction = at < 0 ? "" : number.slice(at + 1);
  const isGrouped = /^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/.test(whole);
  const isRead = /^\d*$/.test(fraction) && (/^\d+$/.test(whole) || isGrouped);
  // An amount whose digits are grouped by its decimal mark, as in "1,234,50", is refused.
  if (isRead && !(at >= 0 && mark && whole.includes(mark))) {
    return { whole: whole.replace(/[.,]/g, ""), fraction };
  }
  return chosen
    ? `must have a ${chosen} before the decimals, as you chose`
    : "must be an amount such as 25.00 or 1,234.50";
}

/** The decimal mark of an amount that is not ambiguous; null if it has none. */
function markOf(number: string): "." | "," | null {
  const last = number.lastIndexOf(".") > number.lastIndexOf(",") ? "." : ",";
  const marks = number.replace(/\d/g, "");
  // The same mark twice groups the digits.
  const isRepeated = marks.length > 1 && marks === last.repeat(marks.length);
  return marks === "" || isRepeated ? null : last;
}

/** An amount without spaces and apostrophes, which group digits in some countries. Empty if it is too long. */
const bareOf = (text: string): string =>
  text.length > MAX_AMOUNT_CHARACTERS ? "" : text.replace(/[\s'’]/g, "");

const signsByCurrency = new Map<string, ReadonlySet<string>>();

/** What an amount in a currency can have before or after it, in lower case: nothing, "$", "US$" or "USD". */
function signsOf(currency: string): ReadonlySet<string> {
  const earlier = signsByCurrency.get(currency);
  if (earlier) return earlier;
  const symbols = (["symbol", "narrowSymbol"] as const).map((currencyDisplay) =>
    new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === "currency")
      ?.value.toLowerCase(),
  );
  const code = currency.toLowerCase();
  const signs = new Set(["", code, `${code.slice(0, 2)}${symbols[1]}`]);
  for (const symbol of symbols) if (symbol) signs.add(symbol);
  signsByCurrency.set(currency, signs);
  return signs;
}
