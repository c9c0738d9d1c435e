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

/** The link that calls a phone number, as a person wrote it. */
export const phoneUrl = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, "")}`;

/** 32 letters and digits without look-alikes: no 0, 1, I or O. */
export const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** One character of the alphabet for each random byte, each as likely as any other. */
export const codeCharsOf = (random: Uint8Array): string =>
  Array.from(random, (byte) => CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length)).join("");
