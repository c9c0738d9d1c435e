/** Whether Postgres and UTF-8 can store the text: no NUL, no unpaired surrogate. */
export const isCleanText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

// Control characters except tabs and line breaks, and the characters that change the direction of text.
const HIDDEN = /[^\P{Cc}\t\n\r]|\p{Bidi_Control}/u;

/** Whether the text shows everything it contains, in the order in which it was written. */
export const isPlainText = (text: string): boolean => !HIDDEN.test(text);
