import { withoutSeparators } from "@/lib/base/text";

/** The card ID that was typed, in lower case; null if it is none. */
export function readCardId(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null;
}

/**
 * Whether a text could be a card's code, ours or another provider's, or the larger part of one. Then it is posted, and
 * never part of a URL until the server says what it is.
 */
export function mayBeCode(typed: string): boolean {
  if (readCardId(typed)) return false;
  const text = withoutSeparators(typed);
  return /^[0-9a-z]{8,32}$/i.test(text) || /^(?=.*\d)[0-9a-z]{5,7}$/i.test(text);
}
