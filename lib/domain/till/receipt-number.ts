import { codeCharsOf, withoutSeparators } from "@/lib/base/text";

/**
 * A receipt's number: R and 8 letters and digits without look-alikes, such as R-7KQM2XWP. The till makes it, and
 * the transaction keeps it as its reference.
 */
export const RECEIPT_NUMBER = /^R-[2-9A-HJ-NP-Z]{8}$/;

const RANDOM_CHARS = 8;

/** A new receipt number. Rarely, two receipts of a store have the same one; finding it then lists both. */
export const newReceiptNumber = (): string =>
  `R-${codeCharsOf(crypto.getRandomValues(new Uint8Array(RANDOM_CHARS)))}`;

/** The receipt number in what was typed or scanned; null if it can't be one. */
export function parseReceiptNumber(typed: string): string | null {
  const text = withoutSeparators(typed).toUpperCase();
  const number = `${text.slice(0, 1)}-${text.slice(1)}`;
  return RECEIPT_NUMBER.test(number) ? number : null;
}
