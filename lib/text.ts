/** Whether Postgres and UTF-8 can store the text: no NUL, no unpaired surrogate. */
export const isCleanText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
