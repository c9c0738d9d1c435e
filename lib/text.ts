/** Whether Postgres and UTF-8 can hold the text: no NUL, no half of a surrogate pair. */
export const isCleanText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
