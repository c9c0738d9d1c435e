import { pageLocale } from "@/components/locale";
import { decimalsOf } from "@/lib/money";

// More than any card is sold for, and fewer digits than most codes of cards.
const longestDigits = 9;

/** What is in an amount field. `cents` are 0 while there is a problem. */
export type TypedAmount = { text: string; cents: number; problem: "digits" | "tooLong" | null };

/**
 * Reads an amount field, which digits fill from the right, as on a card terminal. Letters and long numbers are a code
 * that was scanned into the wrong field, and stay there until they are deleted: their last digits are no amount.
 */
export function typedAmount(text: string, currency: string): TypedAmount {
  if (/\p{L}/u.test(text)) return { text, cents: 0, problem: "digits" };
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  if (digits.length > longestDigits) return { text, cents: 0, problem: "tooLong" };
  return amountOf(Number(digits), currency);
}

/** An amount field with an amount in it: "12.50", without the currency. */
export function amountOf(cents: number, currency: string): TypedAmount {
  const decimals = decimalsOf(currency);
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const text = new Intl.NumberFormat(pageLocale(), format).format(cents / 10 ** decimals);
  return { text, cents, problem: null };
}

// People don't type this many keys in this time, but scanners do.
const scannedKeys = 6;
const scanMs = 200;

/** The last times at which a key changed the field, with one more. */
export const withKeyTime = (timesMs: number[], nowMs: number): number[] =>
  [...timesMs, nowMs].slice(-scannedKeys);

/** Whether the last keys came from a scanner. */
export const isScan = (timesMs: number[], nowMs: number): boolean =>
  timesMs.length === scannedKeys && nowMs - Number(timesMs[0]) < scanMs;
