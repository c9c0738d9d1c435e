import { pageLocale } from "@/components/kit/locale/locale";
import { decimalsOf } from "@/lib/base/money";

// More than any card is sold for, and fewer digits than most codes of cards.
const longestDigits = 9;

/** What is in an amount field. `cents` are 0 while there is a problem. */
export type TypedAmount = {
  text: string;
  cents: number;
  problem: "digits" | "tooLong" | "scanned" | null;
};

/**
 * Reads an amount field, which digits fill from the right, as on a card terminal. Letters and long numbers are a code
 * that was scanned into the wrong field, and stay there until they are deleted: their last digits are no amount.
 */
function typedAmount(text: string, currency: string): TypedAmount {
  if (/\p{L}/u.test(text)) return { text, cents: 0, problem: "digits" };
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  if (digits.length > longestDigits) return { text, cents: 0, problem: "tooLong" };
  return amountOf(Number(digits), currency);
}

/** An amount with the number of decimals that were typed after a point or a comma; null without one. */
export type EnteredAmount = TypedAmount & { decimals: number | null };

/**
 * Reads the field after a key. A point or a comma means that the digits before it are whole units, so that "50." is
 * 50.00 and the next digits are its decimals.
 */
export function enteredAmount(
  before: EnteredAmount,
  text: string,
  currency: string,
): EnteredAmount {
  const places = decimalsOf(currency);
  const added = text.startsWith(before.text) ? text.slice(before.text.length) : "";
  if (/^[.,]$/.test(added) && places > 0 && before.decimals === null && !before.problem) {
    return { ...amountOf(before.cents * 10 ** places, currency), decimals: 0 };
  }
  if (before.decimals !== null && /^\d$/.test(added)) {
    if (before.decimals === places) return before;
    const cents = before.cents + Number(added) * 10 ** (places - 1 - before.decimals);
    return { ...amountOf(cents, currency), decimals: before.decimals + 1 };
  }
  return { ...typedAmount(text, currency), decimals: null };
}

/** An amount field with an amount in it: "12.50", without the currency. */
export function amountOf(cents: number, currency: string): TypedAmount {
  const decimals = decimalsOf(currency);
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const text = new Intl.NumberFormat(pageLocale(), format).format(cents / 10 ** decimals);
  return { text, cents, problem: null };
}
