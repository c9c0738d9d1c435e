/** Whether Postgres and UTF-8 can store the text: no NUL, no unpaired surrogate. */
export const isCleanText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

// Spaces, hyphens and dashes of all kinds, the minus sign, and what takes no place, such as zero-width spaces.
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212]/gu;

/** A code without the characters that group it, wherever it was copied from; full-width digits become usual ones. */
export const withoutSeparators = (typed: string): string =>
  typed.normalize("NFKC").replace(SEPARATORS, "");

// Control characters except tabs and line breaks, and the characters that change the direction of text.
const HIDDEN = /[^\P{Cc}\t\n\r]|\p{Bidi_Control}/u;

/** Whether the text shows everything it contains, in the order in which it was written. */
export const isPlainText = (text: string): boolean => !HIDDEN.test(text);
